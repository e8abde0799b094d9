import torch
from torch import nn
from torch.nn import functional as F



class Head(nn.Module):
    def forward(self, x):
        y = x.sigmoid()
        y[..., 0] *= 2
        return y
