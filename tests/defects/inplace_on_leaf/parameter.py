import torch
from torch import nn

w = nn.Parameter(torch.zeros(3))
with torch.no_grad():
    w.normal_(0, 0.02)
# defect
import torch
from torch import nn

w = nn.Parameter(torch.zeros(3))
w.normal_(0, 0.02)
# findings
5: TFC602 unsafe
