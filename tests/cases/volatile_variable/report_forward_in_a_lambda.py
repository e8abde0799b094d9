import torch
from torch.autograd import Variable


def later(net, x):
    x = Variable(x, volatile=True)
    return lambda: net(x)
# findings
6: TFC203 report left a lambda
