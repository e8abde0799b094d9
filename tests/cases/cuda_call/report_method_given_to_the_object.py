import types

import torch
from torch import nn


def move(self, device=None):
    return self


net = nn.Linear(2, 1)
net.cuda = types.MethodType(move, net)
net.cuda()
