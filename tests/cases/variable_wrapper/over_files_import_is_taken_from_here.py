# path: layers.py
# other: net.py
#| from layers import Variable, helper
#| print(Variable, helper)
import torch
from torch.autograd import Variable


def helper():
    return Variable(torch.ones(3))
# output
import torch
from torch.autograd import Variable


def helper():
    return torch.ones(3)
