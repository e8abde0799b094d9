import torch

net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net.cuda()
# findings
4: TFC307 report left on line 5
