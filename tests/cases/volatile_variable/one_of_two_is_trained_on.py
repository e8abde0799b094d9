# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def both(net, a, b):
    a = Variable(a, volatile=True)
    b = Variable(b, volatile=True)
    out = net(a)
    loss = net(b).sum()
    loss.backward()
    return out
# output
import torch
from torch.autograd import Variable


def both(net, a, b):
    a = Variable(a)
    b = Variable(b, volatile=True)
    with torch.no_grad():
        out = net(a)
    loss = net(b).sum()
    loss.backward()
    return out
