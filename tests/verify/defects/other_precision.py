import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(8, dtype=torch.float64)
mean = x.mean().data  #!-
mean = x.float().mean().detach()  #!+
print('mean %.3f' % mean)
