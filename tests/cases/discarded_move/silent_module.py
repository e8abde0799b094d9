import torch
from torch import nn

net = nn.Linear(2, 2)
net.cuda()
net.to("cpu")
net.cpu()
