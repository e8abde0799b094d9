import torch
from torch.autograd import Variable


def freeze(x: torch.Tensor, flag):
    x.volatile = True
    y = Variable(x)
    y.volatile = flag
    return y
# findings
6: TFC203 report left which forward pass it is for cannot be seen
8: TFC203 report left which forward pass it is for cannot be seen
