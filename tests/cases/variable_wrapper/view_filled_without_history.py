import torch
from torch.autograd import Variable
w = torch.ones(3, dtype=torch.float32)
buf = torch.zeros(3)
buf.view(-1).copy_(w * 2)
x = Variable(buf)
buf2 = torch.zeros(3)
v = buf2[:2]
v.copy_(w[:2] * 2)
y = Variable(buf2)
# output
import torch
w = torch.ones(3, dtype=torch.float32)
buf = torch.zeros(3)
buf.view(-1).copy_(w * 2)
x = buf
buf2 = torch.zeros(3)
v = buf2[:2]
v.copy_(w[:2] * 2)
y = buf2
