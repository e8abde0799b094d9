import torch
from torch.autograd import Variable


def boxes(net, x):
    for box in net(Variable(x, volatile=True)):
        yield box


def loop(net, x):
    x = Variable(x, volatile=True)
    while net(x).sum() > 0:
        x = x / 2
# findings
6: TFC203 report left the head of `for`
11: TFC203 report left the head of `while`
