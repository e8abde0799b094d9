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


def predict(model, images):
    with torch.no_grad():
        return model(images).argmax(1)


model = Net()
model.load_state_dict(torch.load("net.pt"))
model.eval()
print(predict(model, torch.rand(2, 3, 32, 32)))
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


def predict(model, images):
    with torch.no_grad():
        return model(images).argmax(1)


model = Net()
model.load_state_dict(torch.load("net.pt"))
print(predict(model, torch.rand(2, 3, 32, 32)))
# findings
19: TFC102 unsafe
