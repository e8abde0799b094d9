# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def evaluate(net, batches):
    total = 0
    for batch, target in batches:
        batch = Variable(batch, volatile=True)
        total += net(batch)
    return total / 3
# output
import torch
from torch.autograd import Variable


def evaluate(net, batches):
    total = 0
    for batch, target in batches:
        batch = Variable(batch)
        with torch.no_grad():
            total += net(batch)
    return total / 3
