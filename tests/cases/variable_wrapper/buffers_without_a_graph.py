import torch
from torch import nn
from torch.autograd import Variable


class Norm(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(n))
        self.register_buffer("kept", torch.zeros(n))
        self.register_buffer("indices", torch.randperm(n))
        self.scale = nn.Parameter(torch.ones(n), requires_grad=False)

    def forward(self, x):
        if self.training:
            mean = x.mean(0)
            self.running_mean.mul_(0.9).add_(mean.detach() * 0.1)
            self.kept.mul_(0.9).add_(self.of(x) * 0.1)
        else:
            mean = Variable(self.running_mean) + Variable(self.kept)
        self.again = Variable(self.scale)
        return x[:, Variable(self.indices)] - mean

    def of(self, x):
        return x.mean(0) * self.scale
# output
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(n))
        self.register_buffer("kept", torch.zeros(n))
        self.register_buffer("indices", torch.randperm(n))
        self.scale = nn.Parameter(torch.ones(n), requires_grad=False)

    def forward(self, x):
        if self.training:
            mean = x.mean(0)
            self.running_mean.mul_(0.9).add_(mean.detach() * 0.1)
            self.kept.mul_(0.9).add_(self.of(x) * 0.1)
        else:
            mean = self.running_mean + self.kept.detach()
        self.again = self.scale.detach()
        return x[:, self.indices] - mean

    def of(self, x):
        return x.mean(0) * self.scale
