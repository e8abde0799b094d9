import torch
from torch import nn


class Agent:
    def __init__(self, device):
        self.device = device

    def step(self):
        return torch.zeros(3).cuda()
# output
import torch
from torch import nn


class Agent:
    def __init__(self, device):
        self.device = device

    def step(self):
        return torch.zeros(3).to(self.device)
