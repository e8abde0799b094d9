import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = torch.exp(x)
y.sum().backward()
with torch.no_grad():
    y += 1
