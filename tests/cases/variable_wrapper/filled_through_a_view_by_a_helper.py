# other: fills.py
#| def fill(b, v):
#|     b.copy_(v * 2)
import torch
from torch.autograd import Variable
from fills import fill
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
fill(buf.view(-1), w)
x = Variable(buf)
print(x.requires_grad)
# output
import torch
from fills import fill
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
fill(buf.view(-1), w)
x = buf.detach()
print(x.requires_grad)
