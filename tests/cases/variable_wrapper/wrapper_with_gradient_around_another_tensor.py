import torch
from torch.autograd import Variable


def penalty(mixed, flag):
    real = torch.ones(3)
    a = Variable(mixed, requires_grad=True)
    b = Variable(real, requires_grad=True)
    c = Variable(mixed.cuda(), requires_grad=flag)
    d = Variable(mixed * 2, requires_grad=not flag)
    e = Variable(torch.randn(3).cuda(), requires_grad=True)
    return a, b, c, d, e
# output
import torch


def penalty(mixed, flag):
    real = torch.ones(3)
    a = mixed.detach().requires_grad_()
    b = real.detach().requires_grad_()
    c = mixed.cuda().detach().requires_grad_(flag)
    d = (mixed * 2).detach().requires_grad_(not flag)
    e = torch.randn(3).cuda().requires_grad_()
    return a, b, c, d, e
