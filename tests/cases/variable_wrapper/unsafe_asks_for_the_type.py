# flags: --unsafe-fixes
import torch.nn as nn
import torch.autograd as autograd
from torch.autograd import Variable


def repackage_hidden(h):
    if type(h) == Variable:
        return Variable(h.data)
    else:
        return tuple(repackage_hidden(v) for v in h)


def others(h):
    if autograd.Variable is type(h) or type(h[0]) is not Variable:
        return nn.Linear(2, 2)(h)
# output
import torch.nn as nn
import torch.autograd as autograd
import torch


def repackage_hidden(h):
    if isinstance(h, torch.Tensor):
        return h.data
    else:
        return tuple(repackage_hidden(v) for v in h)


def others(h):
    if isinstance(h, torch.Tensor) or not isinstance(h[0], torch.Tensor):
        return nn.Linear(2, 2)(h)
