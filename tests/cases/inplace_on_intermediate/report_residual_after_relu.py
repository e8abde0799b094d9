import torch
from torch import nn
from torch.nn import functional as F

layer = nn.Linear(3, 3)
x = torch.randn(4, 3)
out = F.relu(layer(x))
out += x
out.mean().backward()
