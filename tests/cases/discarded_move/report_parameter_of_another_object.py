import torch
from torch import nn

net = nn.Module()
net.w = nn.Parameter(torch.zeros(3)).cuda()
# findings
5: TFC306 report left no parameter any more
