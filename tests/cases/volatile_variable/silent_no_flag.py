import torch
from torch.autograd import Variable

x = Variable(torch.ones(3))
y = Variable(torch.ones(3), requires_grad=True)
z = Variable(torch.ones(3), False)
