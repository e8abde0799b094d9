# other: fills.py
#| class Filler:
#|     def __call__(self, b, v):
#|         b.copy_(v * 2)
import torch
from torch.autograd import Variable
from fills import Filler
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
f = Filler()
f(buf, w)
x = Variable(buf)
print(x.requires_grad)
# output
import torch
from fills import Filler
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
f = Filler()
f(buf, w)
x = buf.detach()
print(x.requires_grad)
