import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


setattr(Net, "to", lambda self, *args: self)
net = Net()
net.cuda()
