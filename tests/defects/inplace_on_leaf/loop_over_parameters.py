import torch
from torch import nn

model = nn.Linear(3, 2)
for p in model.parameters():
    with torch.no_grad():
        p.add_(-0.1)
# defect
import torch
from torch import nn

model = nn.Linear(3, 2)
for p in model.parameters():
    p.add_(-0.1)
# findings
6: TFC602 unsafe
