import torch.nn.functional as F


def gate(x):
    return F.tanh(x)
# output
import torch.nn.functional as F
import torch


def gate(x):
    return torch.tanh(x)
