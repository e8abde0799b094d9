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


def run(path, images):
    model = Net().cuda()
    weights = {k.replace("module.", ""): v for k, v in torch.load(path).items()}
    model.load_state_dict(weights)
    model.eval()
    with torch.no_grad():
        return [model(image.cuda()).argmax(1) for image in images]
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


def run(path, images):
    model = Net().cuda()
    weights = {k.replace("module.", ""): v for k, v in torch.load(path).items()}
    model.load_state_dict(weights)
    with torch.no_grad():
        return [model(image.cuda()).argmax(1) for image in images]
# findings
22: TFC102 unsafe
