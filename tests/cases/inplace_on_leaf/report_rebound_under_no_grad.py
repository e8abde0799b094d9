import torch
from torch import nn

w = torch.randn(3, requires_grad=True)
(w ** 2).sum().backward()
with torch.no_grad():
    w = w - 0.1 * w.grad
