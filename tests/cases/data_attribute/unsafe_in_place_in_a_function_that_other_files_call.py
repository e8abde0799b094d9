from torch import nn


def soft_update(target: nn.Module, source: nn.Module, tau):
    for mine, new in zip(target.parameters(), source.parameters()):
        mine.data.mul_(1 - tau).add_(tau * new.data)


def load_weights(net: nn.Module, weights):
    for mine, new in zip(net.parameters(), weights):
        mine.data.copy_(new)
# output
from torch import nn


def soft_update(target: nn.Module, source: nn.Module, tau):
    for mine, new in zip(target.parameters(), source.parameters()):
        mine.data.mul_(1 - tau).add_(tau * new.detach())


def load_weights(net: nn.Module, weights):
    for mine, new in zip(net.parameters(), weights):
        mine.detach().copy_(new)
# findings
6: TFC601 unsafe left no call here shows when line 6 runs
6: TFC601 safe fixed
11: TFC601 safe fixed
