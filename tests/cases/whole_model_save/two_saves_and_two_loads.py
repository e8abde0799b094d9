# flags: --unsafe-fixes
import torch
from torch import nn


def main(args):
    net = nn.Linear(2, 1)
    if args.resume:
        net = torch.load("net.pt")
    for epoch in range(3):
        torch.save(net, "net.pt")
    torch.save(net, "net.pt")


def test():
    net = torch.load("net.pt")
    net.eval()
    return net
# output
import torch
from torch import nn


def main(args):
    net = nn.Linear(2, 1)
    if args.resume:
        net.load_state_dict(torch.load("net.pt", map_location="cpu"))
    for epoch in range(3):
        torch.save(net.state_dict(), "net.pt")
    torch.save(net.state_dict(), "net.pt")


def test():
    net = nn.Linear(2, 1)
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
    net.eval()
    return net
