import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = torch.exp(x).clone()
y += 1
y.sum().backward()
