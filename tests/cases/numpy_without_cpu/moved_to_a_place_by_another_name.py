import sys

import torch
from torch import nn

net = nn.Linear(1, 1)
net.to(sys.argv[1])
with torch.no_grad():
    out = net(torch.ones(3, 1).to(sys.argv[1])).numpy()
# output
import sys

import torch
from torch import nn

net = nn.Linear(1, 1)
net.to(sys.argv[1])
with torch.no_grad():
    out = net(torch.ones(3, 1).to(sys.argv[1])).cpu().numpy()
