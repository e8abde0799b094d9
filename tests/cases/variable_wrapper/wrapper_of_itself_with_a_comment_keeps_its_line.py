import torch
from torch.autograd import Variable

x = torch.ones(3)
x = Variable(x)  # the input
# output
import torch

x = torch.ones(3)
x = x  # the input
