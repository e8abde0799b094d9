import torch
from torch import nn

net = nn.Linear(2, 2)
net = nn.DataParallel(net, device_ids=[1, 2]).cuda()
# findings
5: TFC301 report left device_ids
