import torch
from torch.autograd import Variable


def same(given):
    return given


def through_a_choice(flag):
    v = torch.randn(4, 2)
    result = Variable(v)
    result = result if flag else None
    result.requires_grad_()
    return v, result


def through_names():
    v = torch.randn(4, 2)
    result = Variable(v)
    other = result
    (last, _) = other, 0
    last.requires_grad_()
    return v, result


def through_a_function():
    v = torch.randn(4, 2)
    result = same(Variable(v))
    result.requires_grad_()
    return v, result


def plain():
    v = torch.randn(4, 2)
    result = Variable(v)
    other = result
    return other.sum()
# output
import torch


def same(given):
    return given


def through_a_choice(flag):
    v = torch.randn(4, 2)
    result = v.detach()
    result = result if flag else None
    result.requires_grad_()
    return v, result


def through_names():
    v = torch.randn(4, 2)
    result = v.detach()
    other = result
    (last, _) = other, 0
    last.requires_grad_()
    return v, result


def through_a_function():
    v = torch.randn(4, 2)
    result = same(v.detach())
    result.requires_grad_()
    return v, result


def plain():
    v = torch.randn(4, 2)
    result = v
    other = result
    return other.sum()
