import torch
from torch import nn

net = nn.Linear(2, 1)
scale = nn.Parameter(torch.ones(1, 2))
opt = torch.optim.SGD(net.parameters(), 0.1)


def run():
    anchor: torch.Tensor = net.weight.data
    penalty = (scale * anchor).sum()
    net(torch.ones(1, 2)).sum().backward()
    opt.step()
    penalty.backward()
