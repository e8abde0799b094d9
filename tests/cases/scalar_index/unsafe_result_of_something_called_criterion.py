# flags: --unsafe-fixes
from torch import nn


def report(net: nn.Module, x, y, criterion, loss_fn):
    print(criterion(net(x), y).data[0], loss_fn(net(x), y).data[0])
    print(net.heads(x).data[0])
# output
from torch import nn


def report(net: nn.Module, x, y, criterion, loss_fn):
    print(criterion(net(x), y).item(), loss_fn(net(x), y).item())
    print(net.heads(x).data[0])
