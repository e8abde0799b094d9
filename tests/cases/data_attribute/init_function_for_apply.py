import torch.nn as nn


def init_layer(m):
    if isinstance(m, nn.Linear):
        m.weight.data.normal_(0.0, 0.02)
        m.bias.data.zero_()
    elif isinstance(m, nn.BatchNorm2d):
        m.weight.data.uniform_()
        m.bias.data.fill_(0.5)


nn.Sequential(nn.Linear(2, 2)).apply(init_layer)
# output
import torch.nn as nn


def init_layer(m):
    if isinstance(m, nn.Linear):
        nn.init.normal_(m.weight, 0.0, 0.02)
        nn.init.zeros_(m.bias)
    elif isinstance(m, nn.BatchNorm2d):
        nn.init.uniform_(m.weight)
        nn.init.constant_(m.bias, 0.5)


nn.Sequential(nn.Linear(2, 2)).apply(init_layer)
