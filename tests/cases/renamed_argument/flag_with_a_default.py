from torch import nn


def make(average=True):
    return nn.MSELoss(size_average=average)
# output
from torch import nn


def make(average=True):
    return nn.MSELoss(reduction="mean" if average else "sum")
