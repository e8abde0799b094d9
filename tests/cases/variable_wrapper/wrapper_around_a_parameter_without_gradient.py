import torch
from torch import nn
from torch.autograd import Variable


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        scale = nn.Parameter(torch.ones(3), requires_grad=False)
        self.scale = Variable(scale)
# output
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        scale = nn.Parameter(torch.ones(3), requires_grad=False)
        self.scale = scale.detach()
