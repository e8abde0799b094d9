# other: fills.py
#| def fill_all(bs, v):
#|     for b in bs:
#|         b.copy_(v * 2)
import torch
from torch.autograd import Variable
from fills import fill_all
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
fill_all([buf], w)
x = Variable(buf)
print(x.requires_grad)
# output
import torch
from fills import fill_all
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
fill_all([buf], w)
x = buf.detach()
print(x.requires_grad)
