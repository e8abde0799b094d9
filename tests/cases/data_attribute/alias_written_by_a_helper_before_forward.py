# other: steps.py
#| def zero(t):
#|     t.mul_(0)
import torch
from torch import nn
from steps import zero
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
zero(net[1].weight.data)
loss = net(torch.ones(1, 3)).sum()
loss.backward()
# output
import torch
from torch import nn
from steps import zero
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
zero(net[1].weight.detach())
loss = net(torch.ones(1, 3)).sum()
loss.backward()
