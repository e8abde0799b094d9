import torch
from torch.autograd import Variable


def fake(gen, z, mixed):
    a = Variable(gen(z).detach())
    b = Variable(mixed.detach(), requires_grad=True)
    return a, b
# output
import torch


def fake(gen, z, mixed):
    a = gen(z).detach()
    b = mixed.detach().requires_grad_()
    return a, b
