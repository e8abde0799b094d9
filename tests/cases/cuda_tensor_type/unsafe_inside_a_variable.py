import torch
from torch.autograd import Variable


def make(device, n):
    return Variable(torch.cuda.FloatTensor(n, 1).fill_(1.0), requires_grad=False)
