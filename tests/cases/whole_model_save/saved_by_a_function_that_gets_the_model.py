# flags: --unsafe-fixes
import torch
from torch import nn


def save(model, path):
    torch.save(model, path)


def main():
    net = nn.Linear(2, 1)
    save(net, "net.pt")
    net = torch.load("net.pt")
    net.eval()
# output
import torch
from torch import nn


def save(model, path):
    torch.save(model.state_dict(), path)


def main():
    net = nn.Linear(2, 1)
    save(net, "net.pt")
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
    net.eval()
