import torch
from torch.autograd import Variable


def fill(parts, keep):
    data = torch.FloatTensor(1)
    other = torch.FloatTensor(1)
    data = data.cpu()
    data = Variable(data)
    keep.append(other)
    other = Variable(other)
    for part in parts:
        data.data.resize_(part.size()).copy_(part)
        other.data.resize_(part.size()).copy_(part)
    return data, other


print(fill([torch.ones(2)], []))
# output
import torch


def fill(parts, keep):
    data = torch.FloatTensor(1)
    other = torch.FloatTensor(1)
    data = data.cpu()
    keep.append(other)
    other = other.detach()
    for part in parts:
        data.data.resize_(part.size()).copy_(part)
        other.data.resize_(part.size()).copy_(part)
    return data, other


print(fill([torch.ones(2)], []))
