# flags: --unsafe-fixes
import torch
from torch import nn


class Agent:
    def __init__(self, size):
        self.net = nn.Linear(size, 1)

    def save(self, name):
        torch.save(self.net, "models/" + name)

    def load(self, name):
        self.net = torch.load("models/" + name)
        self.net.eval()
# output
import torch
from torch import nn


class Agent:
    def __init__(self, size):
        self.net = nn.Linear(size, 1)

    def save(self, name):
        torch.save(self.net.state_dict(), "models/" + name)

    def load(self, name):
        self.net.load_state_dict(torch.load("models/" + name, map_location="cpu"))
        self.net.eval()
