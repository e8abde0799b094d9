import torch
from torch import nn


def product(net: nn.Linear, x):
    h = torch.sigmoid(net(x))
    y = h * x
    h.data.clamp_(max=0.5)
    return y
# findings
8: TFC601 report left feeds what line 9 gives back
