import torch
from torch.autograd import Variable  # of 2017

x = Variable(torch.ones(3))
# output
import torch
from torch.autograd import Variable  # of 2017

x = torch.ones(3)
