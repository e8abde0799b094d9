import torch
from torch import nn

w = torch.randn(3).requires_grad_()
with torch.no_grad():
    w.clamp_(-1, 1)
# defect
import torch
from torch import nn

w = torch.randn(3).requires_grad_()
w.clamp_(-1, 1)
# findings
5: TFC602 unsafe
