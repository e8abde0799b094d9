import torch
from torch import nn


class Trainer:
    def __init__(self, device):
        self.device = device
        self.model = nn.Linear(2, 1).to(self.device)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)

    def step(self, x):
        self.optimizer.zero_grad()
        self.model(x.to(self.device)).mean().backward()
        self.optimizer.step()
# defect
import torch
from torch import nn


class Trainer:
    def __init__(self, device):
        self.device = device
        self.model = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)
        self.model.to(self.device)

    def step(self, x):
        self.optimizer.zero_grad()
        self.model(x.to(self.device)).mean().backward()
        self.optimizer.step()
# findings
9: TFC307 report
