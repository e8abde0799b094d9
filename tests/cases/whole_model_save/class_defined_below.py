# flags: --unsafe-fixes
import os

import torch
from torch import nn


def make():
    net = Net()
    torch.save(net, "net.pt")


class Net(nn.Module):
    pass


make()
again = torch.load("net.pt")
# output
import os

import torch
from torch import nn


def make():
    net = Net()
    torch.save(net.state_dict(), "net.pt")


class Net(nn.Module):
    pass


make()
again = Net()
again.load_state_dict(torch.load("net.pt", map_location="cpu"))
