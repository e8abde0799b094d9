# flags: --unsafe-fixes
import torch
from torch import nn


def again():
    net = nn.Linear(2, 1)
    torch.save(net, "net.pt")
    best = net = torch.load("net.pt")
    return best, net


class Trainer:
    def resume(self):
        other = nn.Linear(2, 1)
        torch.save(other, "other.pt")
        self.net, self.steps = torch.load("other.pt").eval(), 0
# output
import torch
from torch import nn


def again():
    net = nn.Linear(2, 1)
    torch.save(net.state_dict(), "net.pt")
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
    best = net
    return best, net


class Trainer:
    def resume(self):
        other = nn.Linear(2, 1)
        torch.save(other.state_dict(), "other.pt")
        self.net = nn.Linear(2, 1).eval()
        self.net.load_state_dict(torch.load("other.pt", map_location="cpu"))
        self.steps = 0
