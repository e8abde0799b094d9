import torch

net = torch.nn.Linear(2, 1).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net.cpu()
save(net)
net.cuda()
