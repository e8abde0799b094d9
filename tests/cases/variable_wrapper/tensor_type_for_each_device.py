import torch
from torch.autograd import Variable

Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def labels(count):
    return Variable(Tensor(count, 1).fill_(1.0), requires_grad=False)


print(labels(3))
# output
import torch

Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def labels(count):
    return Tensor(count, 1).fill_(1.0)


print(labels(3))
