import torch
from torch import nn
def zero(t):
    t.mul_(0)
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
loss = net(torch.ones(1, 3)).sum()
zero(net[1].weight.data)
loss.backward()
