import torch
from torch.autograd import Variable

x = Variable(Variable(torch.ones(3)))
# output
import torch

x = torch.ones(3)
