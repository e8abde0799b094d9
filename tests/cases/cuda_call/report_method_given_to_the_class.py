import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


def move(self, device=None):
    print("moved by hand")
    return self


Net.cuda = move
net = Net()
net.cuda()
