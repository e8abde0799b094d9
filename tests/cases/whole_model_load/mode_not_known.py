# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Dropout())


def validate(net):
    net.eval()


def keep():
    torch.save(net, "net.pt")


def load():
    return torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Dropout())


def validate(net):
    net.eval()


def keep():
    torch.save(net.state_dict(), "net.pt")


def load():
    model = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
    model.load_state_dict(torch.load("net.pt", map_location="cpu"))
    return model
