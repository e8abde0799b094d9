import torch
from torch import nn
from torch.nn import functional as F


class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 2)
        self.criterion = nn.CrossEntropyLoss()

    def step(self, x, y):
        out = self.model(x)
        loss = self.criterion(out, y)
        loss.backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F


class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 2)
        self.criterion = nn.CrossEntropyLoss()

    def step(self, x, y):
        out = self.model(x)
        out = F.softmax(out, dim=-1)
        loss = self.criterion(out, y)
        loss.backward()
# findings
14: TFC803 report
