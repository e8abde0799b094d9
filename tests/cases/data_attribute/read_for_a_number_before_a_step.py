import torch
from torch import nn

net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), 0.1)


def run():
    print(net.weight.data.norm())
    net(torch.ones(1, 2)).sum().backward()
    opt.step()
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), 0.1)


def run():
    print(net.weight.detach().norm())
    net(torch.ones(1, 2)).sum().backward()
    opt.step()
