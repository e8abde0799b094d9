import torch
from torch import nn

first, second = nn.Linear(2, 2), nn.Linear(2, 2)
for p in [first.weight, second.weight, first.bias]:
    p.data.mul_(0.5)
# output
import torch
from torch import nn

first, second = nn.Linear(2, 2), nn.Linear(2, 2)
for p in [first.weight, second.weight, first.bias]:
    p.detach().mul_(0.5)
