import torch
from torch import nn


def same(given):
    return given


class Agent:
    def __init__(self, size):
        self.net = nn.Linear(size, 1)

    def save(self, path):
        torch.save(self.net, path)

    def load(self, path):
        self.net = same(torch.load(path))
# findings
14: TFC502 report left line 17 may load it, from a path that cannot be told
