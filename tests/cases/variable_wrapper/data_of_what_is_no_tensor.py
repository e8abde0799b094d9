import torch
from torch.autograd import Variable


class Bag:
    def __init__(self, data):
        self.data = data


def work(given):
    return Variable(given.data, requires_grad=True)


def closed(given):
    def inner():
        return work(given)

    return inner


closed(Bag(torch.ones(2)))()
# output
import torch


class Bag:
    def __init__(self, data):
        self.data = data


def work(given):
    return given.data.detach().requires_grad_()


def closed(given):
    def inner():
        return work(given)

    return inner


closed(Bag(torch.ones(2)))()
