import torch
from torch import nn

w = torch.zeros(3, requires_grad=True)
y = w * 2
y += 1
