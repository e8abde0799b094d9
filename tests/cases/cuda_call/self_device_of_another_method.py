import torch
from torch import nn


class Agent:
    def to(self, device):
        self.device = device

    def step(self):
        return torch.zeros(3).cuda()
# output
import torch
from torch import nn


class Agent:
    def to(self, device):
        self.device = device

    def step(self):
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        return torch.zeros(3).to(device)
