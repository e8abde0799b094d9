import torch
from torch import nn
from tools import prepared

net = nn.Linear(2, 2)
net = prepared(nn.DataParallel(net, device_ids=[0, 1]))
net.cuda()
