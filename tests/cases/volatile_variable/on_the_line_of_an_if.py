# flags: --unsafe-fixes
import torch
from torch.autograd import Variable

net = torch.nn.Linear(2, 2)
x = torch.ones(3, 2)
if len(x) > 1: v = Variable(x, volatile=True); print(net(v).sum().item())
# output
import torch
from torch.autograd import Variable

net = torch.nn.Linear(2, 2)
x = torch.ones(3, 2)
if len(x) > 1:
    v = Variable(x)
    with torch.no_grad():
        print(net(v).sum().item())
