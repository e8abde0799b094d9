import torch
from torch import nn

w = torch.zeros(3, requires_grad=True)
with torch.no_grad():
    w.fill_(2.0)
# defect
import torch
from torch import nn

w = torch.zeros(3, requires_grad=True)
w.fill_(2.0)
# findings
5: TFC602 unsafe
