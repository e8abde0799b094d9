# path: layers.py
# other: net.py
#| import layers
#| x = layers.Variable(layers.helper())
import torch
from torch.autograd import Variable


def helper():
    return Variable(torch.ones(3))
# output
import torch
from torch.autograd import Variable


def helper():
    return torch.ones(3)
