import torch
from torch.autograd import Variable


class Memory:
    def put(self, dst, src):
        dst[0] = src


w = torch.ones(3, requires_grad=True)
t = torch.zeros(2, 3)
memory = Memory()
memory.put(t, w * 2)
t = Variable(t)
(t.sum(0) * w).sum().backward()
# output
import torch


class Memory:
    def put(self, dst, src):
        dst[0] = src


w = torch.ones(3, requires_grad=True)
t = torch.zeros(2, 3)
memory = Memory()
memory.put(t, w * 2)
t = t.detach()
(t.sum(0) * w).sum().backward()
