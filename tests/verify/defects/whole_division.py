import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.arange(9)
half = x / 2  #!-
half = x // 2  #!+
total = half.sum().data  #-
total = half.sum().detach()  #+
print('total', total.item())
