import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = x.exp()
y = y * 2
y.sum().backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = x.exp()
y *= 2
y.sum().backward()
# findings
7: TFC603 report
