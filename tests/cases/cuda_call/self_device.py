import torch
from torch import nn


class Agent:
    def __init__(self):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = nn.Linear(2, 2).cuda()

    def step(self):
        return torch.zeros(3).cuda()
# output
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = nn.Linear(2, 2).to(self.device)

    def step(self):
        return torch.zeros(3).to(self.device)
