import torch
from torch import nn

w = torch.zeros(3, requires_grad=True)
with torch.no_grad():
    w[0] = 1.0
# defect
import torch
from torch import nn

w = torch.zeros(3, requires_grad=True)
w[0] = 1.0
# findings
5: TFC602 unsafe
