import torch
from torch.autograd import Variable

x = torch.ones(3, requires_grad=True)
y = Variable(x).data[0]
# output
import torch
from torch.autograd import Variable

x = torch.ones(3, requires_grad=True)
y = Variable(x)[0]
