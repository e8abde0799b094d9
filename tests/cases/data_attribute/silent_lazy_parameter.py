import torch
from torch import nn

layer = nn.LazyLinear(3)
shape = layer.weight.data
