import torch
from torch import nn
from torch.nn import functional as F

layer, act = nn.Linear(3, 3), nn.Sigmoid()
x = torch.randn(4, 3)
out = act(layer(x))
out = out.clamp(0.1, 0.9)
out.mean().backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F

layer, act = nn.Linear(3, 3), nn.Sigmoid()
x = torch.randn(4, 3)
out = act(layer(x))
out.clamp_(0.1, 0.9)
out.mean().backward()
# findings
8: TFC603 report
