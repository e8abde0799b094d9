import torch
from torch.autograd import Variable


def wrap(x, y):
    a = Variable(x, volatile=False)
    b = Variable(y, False, False)
    return a, b, Variable(data=x, requires_grad=False, volatile=0)
# output
import torch
from torch.autograd import Variable


def wrap(x, y):
    a = Variable(x)
    b = Variable(y, False)
    return a, b, Variable(data=x, requires_grad=False)
