import torch
from torch import nn

layer = nn.Linear(3, 2)
with torch.no_grad():
    layer.bias += 1
# defect
import torch
from torch import nn

layer = nn.Linear(3, 2)
layer.bias += 1
# findings
5: TFC602 unsafe
