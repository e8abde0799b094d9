import torch
from torch import nn


class Lookahead(nn.Module):
    def forward(self, x):
        y = torch.zeros(3, *x.size()[1:]).type_as(x.data)
        noise = torch.randn_like(x.data)
        mask = x.data.new(x.size(0), 3).long()
        return torch.cat((x, y, noise.view_as(x.data)), 0), mask, other(x.data)


def other(x):
    return torch.full_like(x, 3)
# output
import torch
from torch import nn


class Lookahead(nn.Module):
    def forward(self, x):
        y = torch.zeros(3, *x.size()[1:]).type_as(x)
        noise = torch.randn_like(x)
        mask = x.new(x.size(0), 3).long()
        return torch.cat((x, y, noise.view_as(x)), 0), mask, other(x.detach())


def other(x):
    return torch.full_like(x, 3)
