import torch
from torch.autograd import Variable


def saliency(net, x):
    x = Variable(x, volatile=True)
    out = net(x)
    return torch.autograd.grad(out.sum(), x)
# findings
6: TFC203 report left line 8 asks for gradients
