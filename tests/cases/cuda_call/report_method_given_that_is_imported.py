# other: moves.py
#| def move(self, device=None):
#|     return self
import moves
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


Net.cuda = moves.move
net = Net()
net.cuda()
