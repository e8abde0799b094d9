import torch
from torch import nn


class Trainer:
    def __init__(self, device):
        self.net = nn.Linear(2, 2).to(device)
        self.mean = torch.zeros(2).to(device)

    def step(self, x):
        self.out = self.net(x)
        return self.out.numpy(), self.mean.numpy()
# output
import torch
from torch import nn


class Trainer:
    def __init__(self, device):
        self.net = nn.Linear(2, 2).to(device)
        self.mean = torch.zeros(2).to(device)

    def step(self, x):
        self.out = self.net(x)
        return self.out.detach().cpu().numpy(), self.mean.cpu().numpy()
