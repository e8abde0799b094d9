# path: train.py
# other: base.py
#| import torch
#| import torch.nn.functional as F
from base import F, torch


def gate(x):
    return F.sigmoid(x)
# output
from base import F, torch


def gate(x):
    return torch.sigmoid(x)
