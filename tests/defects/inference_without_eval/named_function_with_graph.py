import sys

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


def evaluate(model, loader):
    return sum((model(x).argmax(1) == y).sum().item() for x, y in loader)


model = Net()
model.load_state_dict(torch.load("net.pt"))
model.eval()
print(evaluate(model, [(torch.rand(2, 3, 32, 32), torch.zeros(2))]))
# defect
import sys

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


def evaluate(model, loader):
    return sum((model(x).argmax(1) == y).sum().item() for x, y in loader)


model = Net()
model.load_state_dict(torch.load("net.pt"))
print(evaluate(model, [(torch.rand(2, 3, 32, 32), torch.zeros(2))]))
# findings
18: TFC102 unsafe
