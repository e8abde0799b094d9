import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, generator):
        super().__init__()
        self.out = nn.Linear(3, 3)
        self.out.weight.data.normal_(0, 1, generator=generator)
        self.out.bias.data.uniform_(to=2)
        self.out.weight.data.normal_(0, 1).mul_(0.1)
        self.out.weight.data.exponential_()
        self.out.weight.data.copy_(torch.eye(3))
        first = self.out.bias.data.normal_()
        print(first)
# output
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, generator):
        super().__init__()
        self.out = nn.Linear(3, 3)
        self.out.weight.detach().normal_(0, 1, generator=generator)
        self.out.bias.detach().uniform_(to=2)
        self.out.weight.detach().normal_(0, 1).mul_(0.1)
        self.out.weight.detach().exponential_()
        self.out.weight.detach().copy_(torch.eye(3))
        first = self.out.bias.detach().normal_()
        print(first)
