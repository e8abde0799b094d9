import torch
from torch.autograd import Variable

torch.set_grad_enabled(False)
net = torch.nn.Linear(2, 1)
x = Variable(torch.ones(1, 2), volatile=True)
y = net(x)
# output
import torch
from torch.autograd import Variable

torch.set_grad_enabled(False)
net = torch.nn.Linear(2, 1)
x = Variable(torch.ones(1, 2))
y = net(x)
