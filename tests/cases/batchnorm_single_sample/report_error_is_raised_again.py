import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8))
try:
    net(torch.zeros(1, 3))
except ValueError:
    print("too few")
    raise
