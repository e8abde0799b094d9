import torch
from torch.autograd import Variable


def train(model):
    x = torch.ones(3)
    x = (  # as it is
        Variable(x)
    )
    return model(x)
# output
import torch


def train(model):
    x = torch.ones(3)
    x = (  # as it is
        x
    )
    return model(x)
