import torch
from torch import nn

layer = nn.Linear(3, 2)
with torch.no_grad():
    layer.weight.normal_(0, 0.02)
# defect
import torch
from torch import nn

layer = nn.Linear(3, 2)
layer.weight.normal_(0, 0.02)
# findings
5: TFC602 unsafe
