# Which object it is whose method the forward pass calls cannot be seen: a graph over this one may be alive.
import torch
from torch import nn


class Quantizer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.scale = nn.Parameter(torch.ones(1))

    def calculate(self):
        self.scale.data.clamp_(min=0.1)
        return self.scale.detach()

    def forward(self, x):
        scale = self.inner.calculate()
        return x * self.scale * scale
