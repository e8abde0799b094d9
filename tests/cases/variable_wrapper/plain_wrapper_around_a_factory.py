import torch
from torch.autograd import Variable

x = Variable(torch.ones(3))
noise = Variable(torch.randn(4, 2).cuda())
label = Variable(torch.FloatTensor(3).fill_(1.0), requires_grad=False)
# output
import torch

x = torch.ones(3)
noise = torch.randn(4, 2).cuda()
label = torch.FloatTensor(3).fill_(1.0)
