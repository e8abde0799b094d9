# path: main.py
# other: helpers.py
#| import torch
#|
#|
#| def fill_alias(u, g):
#|     v = u
#|     v.add_(g)
#|
#|
#| def fill_rows(u, g):
#|     for row in u:
#|         row.add_(g)
#|
#|
#| def fill_chain(u, g):
#|     u.mul_(2).add_(g)
#|
#|
#| def fill_zip(u, g):
#|     for a, b in zip(u, g):
#|         a.copy_(b)
#|
#|
#| def fill_parts(u, g):
#|     first, second = u.chunk(2)
#|     first += g
#|
#|
#| def fill_cond(u, g):
#|     (u if g is not None else g).add_(g)
#|
#|
#| def fill_enum(u, g):
#|     for i, row in enumerate(u):
#|         row[0] = g[i]
#|
#|
#| def fill_held(u, g):
#|     held = [u]
#|     held[0].add_(g)
#|
#|
#| def read_only(u, g):
#|     w = u + g
#|     w.add_(g)
#|     return w
#|
#|
#| def fill_out(g, out):
#|     out[0] = g[0]
import torch
from torch import nn
from torch.autograd import Variable
from helpers import fill_alias, fill_rows, fill_chain, fill_zip
from helpers import fill_parts, fill_cond, fill_enum, fill_held, fill_out, read_only

layer = nn.Linear(3, 3)


def with_fill_alias(x):
    u = torch.zeros(3, 3)
    fill_alias(u, layer(x))
    return Variable(u)


def with_fill_rows(x):
    u = torch.zeros(3, 3)
    fill_rows(u, layer(x))
    return Variable(u)


def with_fill_chain(x):
    u = torch.zeros(3, 3)
    fill_chain(u, layer(x))
    return Variable(u)


def with_fill_zip(x):
    u = torch.zeros(3, 3)
    fill_zip(u, layer(x))
    return Variable(u)


def with_fill_parts(x):
    u = torch.zeros(3, 3)
    fill_parts(u, layer(x))
    return Variable(u)


def with_fill_cond(x):
    u = torch.zeros(3, 3)
    fill_cond(u, layer(x))
    return Variable(u)


def with_fill_enum(x):
    u = torch.zeros(3, 3)
    fill_enum(u, layer(x))
    return Variable(u)


def with_fill_held(x):
    u = torch.zeros(3, 3)
    fill_held(u, layer(x))
    return Variable(u)


def with_read_only(x):
    u = torch.zeros(3, 3)
    read_only(u, layer(x))
    return Variable(u)


def with_fill_out(x):
    u = torch.zeros(3, 3)
    fill_out(layer(x), out=u)
    return Variable(u)
# output
import torch
from torch import nn
from helpers import fill_alias, fill_rows, fill_chain, fill_zip
from helpers import fill_parts, fill_cond, fill_enum, fill_held, fill_out, read_only

layer = nn.Linear(3, 3)


def with_fill_alias(x):
    u = torch.zeros(3, 3)
    fill_alias(u, layer(x))
    return u.detach()


def with_fill_rows(x):
    u = torch.zeros(3, 3)
    fill_rows(u, layer(x))
    return u.detach()


def with_fill_chain(x):
    u = torch.zeros(3, 3)
    fill_chain(u, layer(x))
    return u.detach()


def with_fill_zip(x):
    u = torch.zeros(3, 3)
    fill_zip(u, layer(x))
    return u.detach()


def with_fill_parts(x):
    u = torch.zeros(3, 3)
    fill_parts(u, layer(x))
    return u.detach()


def with_fill_cond(x):
    u = torch.zeros(3, 3)
    fill_cond(u, layer(x))
    return u.detach()


def with_fill_enum(x):
    u = torch.zeros(3, 3)
    fill_enum(u, layer(x))
    return u.detach()


def with_fill_held(x):
    u = torch.zeros(3, 3)
    fill_held(u, layer(x))
    return u.detach()


def with_read_only(x):
    u = torch.zeros(3, 3)
    read_only(u, layer(x))
    return u


def with_fill_out(x):
    u = torch.zeros(3, 3)
    fill_out(layer(x), out=u)
    return u.detach()
