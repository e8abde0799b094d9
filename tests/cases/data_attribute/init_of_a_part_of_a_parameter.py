import torch
from torch import nn


class Highway(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 2 * size)
        self.layer.bias[size:].data.fill_(1)
        self.layer.bias.data[:size].fill_(0)
# output
import torch
from torch import nn


class Highway(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 2 * size)
        nn.init.constant_(self.layer.bias[size:], 1)
        self.layer.bias.detach()[:size].fill_(0)
