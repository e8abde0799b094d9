import time
import torch as t
from torch import nn


class BasicModule(t.nn.Module):
    """Wraps nn.Module with save and load."""

    def __init__(self):
        super(BasicModule, self).__init__()
        self.model_name = str(type(self))

    def load(self, path):
        self.load_state_dict(t.load(path))

    def save(self, name=None):
        if name is None:
            name = self.model_name + '_%d.pth' % time.clock()
        t.save(self.state_dict(), name)
        return name


class SmallNet(BasicModule):
    def __init__(self, num_classes=2):
        super(SmallNet, self).__init__()
        self.model_name = 'smallnet'
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(2))
        self.classifier = nn.Linear(16, num_classes)

    def forward(self, x):
        return self.classifier(self.features(x).view(x.size(0), -1))
