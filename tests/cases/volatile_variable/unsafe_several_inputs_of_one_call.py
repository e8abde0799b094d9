import torch
from torch.autograd import Variable


def predict(net, a, b):
    a, b = Variable(a, volatile=True), Variable(b, volatile=True)
    mask = Variable(torch.ones(3), volatile=True)
    return net(a, b, mask=mask)
