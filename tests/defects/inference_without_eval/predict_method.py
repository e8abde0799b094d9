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


class Predictor(object):
    def __init__(self, path):
        self.net = Net(classes=2)
        state = torch.load(path, map_location="cpu")
        self.net.load_state_dict(state["model"])
        self.net.eval()

    def predict(self, image):
        return self.net(image).argmax(1).item()
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


class Predictor(object):
    def __init__(self, path):
        self.net = Net(classes=2)
        state = torch.load(path, map_location="cpu")
        self.net.load_state_dict(state["model"])

    def predict(self, image):
        return self.net(image).argmax(1).item()
# findings
24: TFC102 unsafe
