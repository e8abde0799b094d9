# other: fills.py
#| def fill(b, v):
#|     b.copy_(v * 2)
#| TABLE = {"fill": fill}
import torch
from torch.autograd import Variable
from fills import TABLE
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
TABLE["fill"](buf, w)
x = Variable(buf)
print(x.requires_grad)
# output
import torch
from fills import TABLE
w = torch.ones(3, requires_grad=True)
buf = torch.zeros(3)
TABLE["fill"](buf, w)
x = buf.detach()
print(x.requires_grad)
