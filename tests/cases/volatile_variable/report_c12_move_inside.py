import torch
from torch.autograd import Variable


def wrap(x: torch.Tensor):
    x = Variable(x.cuda(), volatile=True)
    return x
