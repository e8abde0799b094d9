import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = x.tanh()
y = y.add(1)
y.sum().backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = x.tanh()
y.add_(1)
y.sum().backward()
# findings
7: TFC603 report
