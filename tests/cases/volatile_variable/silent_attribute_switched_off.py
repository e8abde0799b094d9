import torch
from torch.autograd import Variable


def reset(x: torch.Tensor):
    x.volatile = False
    return x.volatile
