import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3)
norm = nn.BatchNorm1d(3)
out = norm(x)
out += x
out.mean().backward()
