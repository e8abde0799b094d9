# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def make(device, n):
    return Variable(torch.cuda.FloatTensor(n, 1).fill_(1.0), requires_grad=False)
# output
import torch
from torch.autograd import Variable


def make(device, n):
    return Variable(torch.empty(n, 1, device=device).fill_(1.0), requires_grad=False)
