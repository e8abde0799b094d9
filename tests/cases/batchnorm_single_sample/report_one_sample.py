import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8))
net(torch.zeros(1, 3))
# findings
5: TFC804 report left one sample
