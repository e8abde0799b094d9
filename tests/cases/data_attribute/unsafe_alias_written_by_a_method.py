# other: steps.py
#| class Tool:
#|     def zero(self, t):
#|         t.mul_(0)
import torch
from torch import nn
from steps import Tool
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
tool = Tool()
loss = net(torch.ones(1, 3)).sum()
tool.zero(net[1].weight.data)
loss.backward()
