import torch
from torch import Tensor
from torch.autograd import Variable


def pad(x: Tensor):
    zeros = Variable(torch.zeros(x.size()), volatile=x.volatile)
    return torch.cat([x, zeros])
# output
import torch
from torch import Tensor
from torch.autograd import Variable


def pad(x: Tensor):
    zeros = Variable(torch.zeros(x.size()))
    return torch.cat([x, zeros])
