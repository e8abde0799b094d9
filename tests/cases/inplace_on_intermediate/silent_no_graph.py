import torch
from torch import nn
from torch.nn import functional as F

w = torch.randn(3, requires_grad=True)
x = torch.randn(3)
y = torch.exp(x)
y += 1
(y * w).sum().backward()
