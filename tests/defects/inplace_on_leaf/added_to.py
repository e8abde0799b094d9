import torch
from torch import nn

w = torch.zeros(3, requires_grad=True)
with torch.no_grad():
    w += 1
# defect
import torch
from torch import nn

w = torch.zeros(3, requires_grad=True)
w += 1
# findings
5: TFC602 unsafe
