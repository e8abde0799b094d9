import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = torch.tanh(x)
y = torch.cat([y[:1], torch.zeros(3, 3)])
(y ** 2).sum().backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = torch.tanh(x)
y[1:].zero_()
(y ** 2).sum().backward()
# findings
7: TFC603 report
