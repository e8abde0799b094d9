# flags: --unsafe-fixes
import torch
from torch import nn

reconstruction = nn.BCELoss()
reconstruction.size_average = False


class Loss(nn.Module):
    def __init__(self, size_average=True):
        super().__init__()
        self.size_average = size_average
        self.crit = nn.MSELoss()
        self.crit.size_average = True
# output
import torch
from torch import nn

reconstruction = nn.BCELoss()
reconstruction.reduction = "sum"


class Loss(nn.Module):
    def __init__(self, size_average=True):
        super().__init__()
        self.size_average = size_average
        self.crit = nn.MSELoss()
        self.crit.reduction = "mean"
