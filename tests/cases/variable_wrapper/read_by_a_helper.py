# other: fills.py
#| def show(b):
#|     print(b.sum())
import torch
from torch.autograd import Variable
from fills import show
buf = torch.zeros(3)
show(buf)
x = Variable(buf)
print(x.requires_grad)
# output
import torch
from fills import show
buf = torch.zeros(3)
show(buf)
x = buf
print(x.requires_grad)
