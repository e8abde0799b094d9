import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
a = torch.randn(3)  #!-
b = torch.randn(3)  #!-
b = torch.randn(3)  #!+
a = torch.randn(3)  #!+
print('a %.4f b %.4f' % (a.sum().data, b.sum().data))  #-
print('a %.4f b %.4f' % (a.sum().item(), b.sum().item()))  #+
