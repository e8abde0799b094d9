import torch

net = torch.nn.Linear(2, 1)
if flag:
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
else:
    net.cuda()
