import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
scale = torch.exp(x)
scale = scale / 2
z = scale * 3
loss = z.mean()
loss.backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

x = torch.randn(4, 3, requires_grad=True)
scale = torch.exp(x)
scale /= 2
z = scale * 3
loss = z.mean()
loss.backward()
# findings
7: TFC603 report
