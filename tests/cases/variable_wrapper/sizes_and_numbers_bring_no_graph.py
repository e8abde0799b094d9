import math
import torch
from torch import nn
from torch.autograd import Variable


def positional(x, min_timescale=1.0):
    batch, length, channels = list(x.size())
    step = math.log(float(2) / float(min_timescale))
    position = torch.arange(0, length).float()
    position.mul_(-step).exp_().mul_(min_timescale)
    return position.unsqueeze(0).expand(batch, length)


class Grid(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.grid = torch.zeros(n)
        self.bias = nn.Parameter(torch.zeros(n), requires_grad=False)

    def forward(self, x, n, m, given):
        self.batch = torch.zeros(torch.Size([x.size(0)]) + self.grid.size())
        for i in range(x.size(0)):
            self.batch[i] = self.grid
        self.batch = Variable(self.batch)
        self.shift = Variable(self.bias)
        h = x.new(1).view(1, 1).expand(n, m)
        z = x.new(n, m).zero_()
        w = Variable(torch.randn(n, m).double(), requires_grad=True)
        v = Variable(x.double(), requires_grad=True)
        return x + Variable(positional(x)), Variable(h), Variable(z), Variable(x.new(given)), w, v


def train(dataloaders, model):
    for phase in ("train", "val"):
        for x, y in dataloaders[phase]:
            model(Variable(x), Variable(y))
# output
import math
import torch
from torch import nn


def positional(x, min_timescale=1.0):
    batch, length, channels = list(x.size())
    step = math.log(float(2) / float(min_timescale))
    position = torch.arange(0, length).float()
    position.mul_(-step).exp_().mul_(min_timescale)
    return position.unsqueeze(0).expand(batch, length)


class Grid(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.grid = torch.zeros(n)
        self.bias = nn.Parameter(torch.zeros(n), requires_grad=False)

    def forward(self, x, n, m, given):
        self.batch = torch.zeros(torch.Size([x.size(0)]) + self.grid.size())
        for i in range(x.size(0)):
            self.batch[i] = self.grid
        self.shift = self.bias.detach()
        h = x.new(1).view(1, 1).expand(n, m)
        z = x.new(n, m).zero_()
        w = torch.randn(n, m).double().requires_grad_()
        v = x.double().detach().requires_grad_()
        return x + positional(x), h, z, x.new(given).detach(), w, v


def train(dataloaders, model):
    for phase in ("train", "val"):
        for x, y in dataloaders[phase]:
            model(x, y)
