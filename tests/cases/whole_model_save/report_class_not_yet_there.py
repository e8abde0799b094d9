import torch
from torch import nn


def make():
    net = Net()
    torch.save(net, "net.pt")


if resume:
    again = torch.load("net.pt")


class Net(nn.Module):
    pass


make()
# findings
7: TFC502 report left `Net` in its constructor call is not known yet on line 11
