import torch
from torch.autograd import Variable


def repackage(h: Variable):
    if isinstance(h, Variable):
        return torch.zeros(3)
    return tuple(repackage(v) for v in h)
