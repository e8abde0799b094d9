import torch
from torch import nn


class Net(nn.Module):
    @property
    def device(self):
        return next(self.parameters()).device

    def forward(self, x):
        return x + torch.ones(3).cuda()
# output
import torch
from torch import nn


class Net(nn.Module):
    @property
    def device(self):
        return next(self.parameters()).device

    def forward(self, x):
        return x + torch.ones(3).to(self.device)
