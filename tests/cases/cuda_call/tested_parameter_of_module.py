import torch
from torch import nn


class Net(nn.Module):
    def forward(self):
        noise = torch.zeros(3)
        if next(self.parameters()).is_cuda:
            noise = noise.cuda()
        return noise
# output
import torch
from torch import nn


class Net(nn.Module):
    def forward(self):
        noise = torch.zeros(3)
        if next(self.parameters()).is_cuda:
            noise = noise.to(next(self.parameters()).device)
        return noise
