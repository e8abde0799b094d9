import torch
from torch.autograd import Function, Variable  # both

x = Variable(torch.ones(3))
print(Function)
# output
import torch
from torch.autograd import Function  # both

x = torch.ones(3)
print(Function)
