import torch
from torch.autograd import Variable


def train(model):
    x, y = torch.ones(3), torch.zeros(3)
    x, y = Variable(x), Variable(y)
    for a, b in zip([x], [y]):
        x, z = Variable(x), Variable(y)
        y, x = Variable(x), Variable(y)
        print(a, b, z)
    return model(x, y)
# output
import torch


def train(model):
    x, y = torch.ones(3), torch.zeros(3)
    for a, b in zip([x], [y]):
        x, z = x, y
        y, x = x, y
        print(a, b, z)
    return model(x, y)
