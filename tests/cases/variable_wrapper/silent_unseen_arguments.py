import torch
from torch.autograd import Variable


def make(args, kw):
    return Variable(*args), Variable(torch.ones(3), **kw), Variable([1, 2]), Variable()
