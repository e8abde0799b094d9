# flags: --unsafe-fixes
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)

    def save(self, path):
        net = self.net
        torch.save(net, path)

    def load(self, path):
        self.net = torch.load(path)
        self.net.eval()
# output
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)

    def save(self, path):
        net = self.net
        torch.save(net.state_dict(), path)

    def load(self, path):
        self.net = nn.Linear(2, 1)
        self.net.load_state_dict(torch.load(path, map_location="cpu"))
        self.net.eval()
