import torch
from torch.autograd import Variable


def pad(args):
    return Variable(torch.zeros(3), volatile=args.volatile)
