import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3))
x = torch.randn(8, 4)
out = net(x)
out = net(x)  #!+
net.eval()
print('out %.4f' % net(x).sum().data)  #-
print('out %.4f' % net(x).sum().item())  #+
