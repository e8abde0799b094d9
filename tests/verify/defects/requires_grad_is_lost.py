import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(4)
w = torch.randn(4, requires_grad=True)  #!-
w = torch.randn(4)  #!+
loss = (x * w).sum()
loss.backward()
print('gradient %.4f' % w.grad.sum().data)  #-
print('gradient %.4f' % w.grad.sum().item())  #+
