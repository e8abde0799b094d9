import torch
from torch.autograd import Variable

y = torch.zeros(2, 3)
z = torch.ones(3, requires_grad=True)
a = Variable(y[0] + 1)[0]
b = -Variable(-y)
c = Variable(-y) ** 2
d = Variable(y + 1) * 2
e = Variable(-z) ** 2
f = (Variable)(z)
g = Variable((z), requires_grad = True).sum()
# output
import torch

y = torch.zeros(2, 3)
z = torch.ones(3, requires_grad=True)
a = (y[0] + 1)[0]
b = --y
c = (-y) ** 2
d = (y + 1) * 2
e = (-z).detach() ** 2
f = z.detach()
g = z.detach().requires_grad_().sum()
