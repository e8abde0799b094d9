import torch
from torch import nn

net = nn.Linear(2, 2)
try:
    net.cuda()
    use_cuda = True
except Exception:
    use_cuda = False
