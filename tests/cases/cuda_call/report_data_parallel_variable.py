import torch
from torch import nn

net = nn.Linear(2, 2)
wide = nn.DataParallel(net, [1, 2])
wide.cuda()
# findings
6: TFC301 report left device_ids
