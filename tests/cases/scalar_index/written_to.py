import torch
from torch import nn

net = nn.Linear(2, 1)
crit = nn.CrossEntropyLoss()


def run(x, y, total):
    loss = crit(net(x), y)
    loss.data[0] += total
    loss.data[0] /= 2
    return loss
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
crit = nn.CrossEntropyLoss()


def run(x, y, total):
    loss = crit(net(x), y)
    loss.data += total
    loss.data /= 2
    return loss
