"""The network, for the script that trains it and the one that tests it."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class GaussianNoise(nn.Module):
    """On the input, while training; where the input is."""

    def __init__(self, stddev):
        super(GaussianNoise, self).__init__()
        self.stddev = stddev

    def forward(self, x):
        if not self.training:
            return x
        noise = torch.randn(x.size()) * self.stddev
        if x.is_cuda:
            noise = noise.cuda()
        return x + noise


class LeNet(nn.Module):
    def __init__(self, num_classes, width=6):
        super(LeNet, self).__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, width, 3, padding=1), nn.Conv2d(width, 2 * width, 3, padding=1)
        self.fc1, self.fc2 = nn.Linear(2 * width * 16, 32), nn.Linear(32, num_classes)
        self.noise = GaussianNoise(0.1)
        for m in self.modules():
            if isinstance(m, (nn.Conv2d, nn.Linear)):
                nn.init.kaiming_normal_(m.weight.data, mode='fan_out')
                m.bias.data.zero_()

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(self.noise(x))), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc2(F.relu(self.fc1(x.view(x.size(0), -1))))
