import torch
from torch import nn


class Net(nn.Module):
    @property
    def device(self):
        return next(self.parameters()).device

    def prepare(self):
        self.cuda()
        return self

    def forward(self, x):
        return x + torch.ones(3).cuda()
# output
import torch
from torch import nn


class Net(nn.Module):
    @property
    def device(self):
        return next(self.parameters()).device

    def prepare(self):
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.to(device)
        return self

    def forward(self, x):
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        return x + torch.ones(3).to(device)
