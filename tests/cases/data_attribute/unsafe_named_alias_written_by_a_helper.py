# other: steps.py
#| def zero(t, k):
#|     t[0] = k
import torch
from torch import nn
from steps import zero
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
loss = net(torch.ones(1, 3)).sum()
w = net[1].weight.data
zero(k=2, t=w)
loss.backward()
