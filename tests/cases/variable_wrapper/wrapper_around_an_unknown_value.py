import torch
import torch.autograd as autograd


def to_variable(x, pair, flag):
    if torch.cuda.is_available():
        x = x.cuda()
    return autograd.Variable(x), autograd.Variable(pair[0] if flag else pair[1]), torch.autograd.Variable(data=-x)
# output
import torch
import torch.autograd as autograd


def to_variable(x, pair, flag):
    if torch.cuda.is_available():
        x = x.cuda()
    return x.detach(), (pair[0] if flag else pair[1]).detach(), (-x).detach()
