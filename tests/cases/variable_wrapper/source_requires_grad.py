import torch
from torch.autograd import Variable

x = torch.ones(3)
x.requires_grad = True
y = Variable(x)
# output
import torch

x = torch.ones(3)
x.requires_grad = True
y = x.detach()
