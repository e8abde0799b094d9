import torch
from torch import nn

layer = nn.Linear(3, 2)
nn.init.normal_(layer.weight, 0, 0.02)
layer.weight.data.fill_(1)
layer.weight.detach().fill_(1)
