import torch
from torch import nn

layer = nn.Conv2d(3, 30, 1)
b = layer.bias.view(3, -1)
with torch.no_grad():
    b[:, 4] += 1.0
# defect
import torch
from torch import nn

layer = nn.Conv2d(3, 30, 1)
b = layer.bias.view(3, -1)
b[:, 4] += 1.0
# findings
6: TFC602 unsafe
