# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(2, 1)


def save():
    torch.save(net, "net.pt")


def load():
    global net
    net = torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Linear(2, 1)


def save():
    torch.save(net.state_dict(), "net.pt")


def load():
    global net
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
