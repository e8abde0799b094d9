import torch
from torch import nn


class Normed(nn.Linear):
    def __init__(self, size):
        super().__init__(size, size)
        self.v = self.weight

    def forward(self, x):
        self.v.data.copy_(torch.randn(3, 3))
        return super().forward(x)
# findings
11: TFC601 unsafe left part of a forward pass
