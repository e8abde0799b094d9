import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
w = torch.ones(3, requires_grad=True)
h = w * 2
hidden = h * h
h.data.fill_(3)  #!-
h.detach().fill_(3)  #!+
hidden.sum().backward()
print('gradient', w.grad.tolist())
