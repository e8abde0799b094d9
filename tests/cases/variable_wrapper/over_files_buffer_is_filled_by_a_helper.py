# other: tools.py
#| import torch
#| def deeper(row, value):
#|     row.copy_(value)
#| def fill(source, *, into):
#|     for row in into:
#|         deeper(row, source)
import torch
from tools import fill
from torch.autograd import Variable

w = torch.ones(3, requires_grad=True)
t = torch.zeros(2, 3)
fill(w * 2, into=t)
t = Variable(t)
(t.sum(0) * w).sum().backward()
# output
import torch
from tools import fill

w = torch.ones(3, requires_grad=True)
t = torch.zeros(2, 3)
fill(w * 2, into=t)
t = t.detach()
(t.sum(0) * w).sum().backward()
