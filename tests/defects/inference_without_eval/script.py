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


net = Net()
net.load_state_dict(torch.load(sys.argv[1], map_location="cpu"))
net.eval()
with torch.no_grad():
    print(net(torch.rand(1, 3, 32, 32)).argmax(1).item())
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


net = Net()
net.load_state_dict(torch.load(sys.argv[1], map_location="cpu"))
with torch.no_grad():
    print(net(torch.rand(1, 3, 32, 32)).argmax(1).item())
# findings
20: TFC102 unsafe
