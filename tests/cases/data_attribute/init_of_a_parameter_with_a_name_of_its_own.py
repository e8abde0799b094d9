# flags: --unsafe-fixes
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask_emb = nn.Parameter(torch.empty(3))


def init_weights(module):
    if isinstance(module, Gate):
        module.mask_emb.data.normal_(mean=0.0, std=0.02)
# output
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask_emb = nn.Parameter(torch.empty(3))


def init_weights(module):
    if isinstance(module, Gate):
        nn.init.normal_(module.mask_emb, mean=0.0, std=0.02)
