# other: boxes.py
#| class Store:
#|     def __init__(self, t):
#|         self.t = t
#|     def fill(self, w):
#|         self.t.add_(w)
#| class Heir(Store):
#|     pass
import torch
from torch.autograd import Variable

import boxes


class Box:
    def __init__(self, t):
        self.t = t

    def fill(self, w):
        self.t.add_(w)


class Late:
    def keep(self, t):
        self.parts = [t]

    def fill(self, w):
        for part in self.parts:
            part.mul_(2).add_(w)


class Holder:
    def __init__(self, t):
        self.t = t


class Filling(Holder):
    def fill(self, w):
        self.t.add_(w)


class Reader:
    def __init__(self, t):
        self.t = t

    def read(self):
        return self.t + 1


w = torch.ones(3, requires_grad=True)
a = torch.zeros(3)
box = Box(a)
box.fill(w)
print(Variable(a))
b = torch.zeros(3)
late = Late()
late.keep(b)
late.fill(w)
print(Variable(b))
c = torch.zeros(3)
filling = Filling(c)
filling.fill(w)
print(Variable(c))
d = torch.zeros(3)
store = boxes.Store(d)
store.fill(w)
print(Variable(d))
e = torch.zeros(3)
heir = boxes.Heir(e)
heir.fill(w)
print(Variable(e))
f = torch.zeros(3)
print(Reader(f).read())
print(Variable(f))
# output
import torch

import boxes


class Box:
    def __init__(self, t):
        self.t = t

    def fill(self, w):
        self.t.add_(w)


class Late:
    def keep(self, t):
        self.parts = [t]

    def fill(self, w):
        for part in self.parts:
            part.mul_(2).add_(w)


class Holder:
    def __init__(self, t):
        self.t = t


class Filling(Holder):
    def fill(self, w):
        self.t.add_(w)


class Reader:
    def __init__(self, t):
        self.t = t

    def read(self):
        return self.t + 1


w = torch.ones(3, requires_grad=True)
a = torch.zeros(3)
box = Box(a)
box.fill(w)
print(a.detach())
b = torch.zeros(3)
late = Late()
late.keep(b)
late.fill(w)
print(b.detach())
c = torch.zeros(3)
filling = Filling(c)
filling.fill(w)
print(c.detach())
d = torch.zeros(3)
store = boxes.Store(d)
store.fill(w)
print(d.detach())
e = torch.zeros(3)
heir = boxes.Heir(e)
heir.fill(w)
print(e.detach())
f = torch.zeros(3)
print(Reader(f).read())
print(f)
