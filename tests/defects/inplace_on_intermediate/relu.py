import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = F.relu(x)
y = y + 1
y.sum().backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = F.relu(x)
y[0] += 1
y.sum().backward()
# findings
7: TFC603 report
