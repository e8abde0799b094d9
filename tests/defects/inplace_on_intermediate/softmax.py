import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = F.softmax(x, dim=1)
y = y * torch.tensor([0.0, 1.0, 1.0])
y.sum().backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
y = F.softmax(x, dim=1)
y[:, 0] = 0
y.sum().backward()
# findings
7: TFC603 report
