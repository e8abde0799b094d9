import torch
from torch import nn


class Net(nn.Module):
    def forward(self):
        noise = torch.zeros(3)
        return noise.cuda() if self.weight.is_cuda else noise
# output
import torch
from torch import nn


class Net(nn.Module):
    def forward(self):
        noise = torch.zeros(3)
        return noise.to(self.weight.device) if self.weight.is_cuda else noise
