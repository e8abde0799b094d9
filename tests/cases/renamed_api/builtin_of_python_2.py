import torch


def ids(n):
    return torch.tensor([long(i) for i in xrange(n)])
# output
import torch


def ids(n):
    return torch.tensor([int(i) for i in range(n)])
