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


model = nn.DataParallel(Net()).cuda()
model.load_state_dict(torch.load("net.pth"))
model.eval()
with torch.inference_mode():
    print(model(torch.rand(8, 3, 32, 32).cuda()))
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


model = nn.DataParallel(Net()).cuda()
model.load_state_dict(torch.load("net.pth"))
with torch.inference_mode():
    print(model(torch.rand(8, 3, 32, 32).cuda()))
# findings
20: TFC102 unsafe
