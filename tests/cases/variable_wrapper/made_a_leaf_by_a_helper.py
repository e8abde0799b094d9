# other: fills.py
#| def grads(t):
#|     t.requires_grad_()
import torch
from torch.autograd import Variable
from fills import grads
x0 = torch.zeros(3)
grads(x0)
x = Variable(x0)
print(x.requires_grad)
# output
import torch
from fills import grads
x0 = torch.zeros(3)
grads(x0)
x = x0.detach()
print(x.requires_grad)
