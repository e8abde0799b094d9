# other: steps.py
#| def show(t):
#|     print(t.norm())
import torch
from torch import nn
from steps import show
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
loss = net(torch.ones(1, 3)).sum()
show(net[1].weight.data)
loss.backward()
# output
import torch
from torch import nn
from steps import show
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
loss = net(torch.ones(1, 3)).sum()
show(net[1].weight.detach())
loss.backward()
