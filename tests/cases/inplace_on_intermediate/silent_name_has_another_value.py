import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = torch.exp(x)
z = y * 2
y = torch.zeros(3)
y += 1
z.sum().backward()
