import torch
from torch import nn

net = nn.Linear(3, 1)
batch = torch.zeros(2, 3)
batch.cuda()
out = net(batch)
