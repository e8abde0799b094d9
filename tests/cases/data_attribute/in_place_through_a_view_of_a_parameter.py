import math

import torch
from torch import nn


def set_biases(layer: nn.Conv2d, anchors):
    b = layer.bias.view(anchors, -1)
    b.data[:, 4] += math.log(8)
    b.data[:, 5:] += math.log(0.6)
    layer.bias = nn.Parameter(b.view(-1), requires_grad=True)


set_biases(nn.Conv2d(3, 30, 1), 3)
# output
import math

import torch
from torch import nn


def set_biases(layer: nn.Conv2d, anchors):
    b = layer.bias.view(anchors, -1)
    b.detach()[:, 4] += math.log(8)
    b.detach()[:, 5:] += math.log(0.6)
    layer.bias = nn.Parameter(b.view(-1), requires_grad=True)


set_biases(nn.Conv2d(3, 30, 1), 3)
