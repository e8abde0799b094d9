import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = torch.sigmoid(x)
y = y.mul(2)
y.sum().backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = torch.sigmoid(x)
y.mul_(2)
y.sum().backward()
# findings
7: TFC603 report
