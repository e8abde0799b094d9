import torch
from torch.autograd import Variable


def batch(source, i):
    data = Variable(source[i], volatile=True)
    return data


def keep(x):
    x = Variable(x, volatile=True)
    show(x)
    print(x.size(), x.data.numpy())
# findings
6: TFC203 report left no forward pass that uses it is in sight
11: TFC203 report left no forward pass that uses it is in sight
