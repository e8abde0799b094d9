import torch
from torch import nn

table = nn.Embedding(10, 4)
with torch.no_grad():
    table.weight[0] = 0
# defect
import torch
from torch import nn

table = nn.Embedding(10, 4)
table.weight[0] = 0
# findings
5: TFC602 unsafe
