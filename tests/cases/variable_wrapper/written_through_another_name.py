import torch
from torch import nn
from torch.autograd import Variable

layer = nn.Linear(3, 3)


def a(x):
    g = layer(x)
    u = torch.zeros(3)
    v = u
    v.add_(g)
    return Variable(u)


def b(x):
    g = layer(x)
    u = torch.zeros(3, 3)
    for row in u:
        row.add_(g)
    return Variable(u)


def c(x):
    g = layer(x)
    u = torch.zeros(3, 3)
    first, second = u.chunk(2)
    first.add_(g)
    return Variable(u)


def d(xs):
    outs = layer(xs)
    u = torch.zeros(3, 3)
    for p, q in zip(u, outs):
        p.copy_(q)
    return Variable(u)


def e(x):
    g = layer(x)
    u = torch.zeros(3, 3)
    held = [u]
    held[0].add_(g)
    return Variable(u)


def f(x):
    u = torch.zeros(3, 3)
    u.scatter_(1, x.long(), layer(x))
    return Variable(u)


def g(x):
    u = torch.zeros(3, 3)
    for i, row in enumerate(u):
        row[0] = layer(x)[0]
    return Variable(u)


def h(x):
    u = torch.zeros(3, 3)
    u.view(-1)[0:3].copy_(layer(x))
    return Variable(u)


def k(x):
    u = torch.zeros(3, 3)
    rows = list(u)
    rows[0] += layer(x)
    return Variable(u)


def n(x):
    u = torch.zeros(3, 3)
    (u if x.sum() > 0 else u.t()).add_(layer(x))
    return Variable(u)


class A:
    def __init__(self):
        self.u = torch.zeros(3)

    def m(self, x):
        w = self.u
        w.mul_(2).add_(layer(x))
        return Variable(self.u)
# output
import torch
from torch import nn

layer = nn.Linear(3, 3)


def a(x):
    g = layer(x)
    u = torch.zeros(3)
    v = u
    v.add_(g)
    return u.detach()


def b(x):
    g = layer(x)
    u = torch.zeros(3, 3)
    for row in u:
        row.add_(g)
    return u.detach()


def c(x):
    g = layer(x)
    u = torch.zeros(3, 3)
    first, second = u.chunk(2)
    first.add_(g)
    return u.detach()


def d(xs):
    outs = layer(xs)
    u = torch.zeros(3, 3)
    for p, q in zip(u, outs):
        p.copy_(q)
    return u.detach()


def e(x):
    g = layer(x)
    u = torch.zeros(3, 3)
    held = [u]
    held[0].add_(g)
    return u.detach()


def f(x):
    u = torch.zeros(3, 3)
    u.scatter_(1, x.long(), layer(x))
    return u.detach()


def g(x):
    u = torch.zeros(3, 3)
    for i, row in enumerate(u):
        row[0] = layer(x)[0]
    return u.detach()


def h(x):
    u = torch.zeros(3, 3)
    u.view(-1)[0:3].copy_(layer(x))
    return u.detach()


def k(x):
    u = torch.zeros(3, 3)
    rows = list(u)
    rows[0] += layer(x)
    return u.detach()


def n(x):
    u = torch.zeros(3, 3)
    (u if x.sum() > 0 else u.t()).add_(layer(x))
    return u.detach()


class A:
    def __init__(self):
        self.u = torch.zeros(3)

    def m(self, x):
        w = self.u
        w.mul_(2).add_(layer(x))
        return self.u.detach()
