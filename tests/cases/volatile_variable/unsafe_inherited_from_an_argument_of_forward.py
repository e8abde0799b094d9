import torch
from torch import nn
from torch.autograd import Variable


class Pad(nn.Module):
    def forward(self, x):
        zeros = Variable(torch.zeros(3, 4), volatile=x.volatile)
        return x + zeros
