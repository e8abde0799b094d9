# other: steps.py
#| def zero(t):
#|     t.mul_(0)
#| def outer(ts):
#|     for t in ts:
#|         zero(t)
import torch
from torch import nn
from steps import outer
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
loss = net(torch.ones(1, 3)).sum()
outer([net[1].weight.data])
loss.backward()
