# imported-by-others
# path: pkg/net.py
import torch
from torch import nn

use_cuda = torch.cuda.is_available()


def make():
    net = nn.Linear(2, 2)
    if use_cuda:
        net.cuda()
    return net
# output
import torch
from torch import nn

use_cuda = torch.cuda.is_available()


def make():
    net = nn.Linear(2, 2)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if use_cuda:
        net.to(device)
    return net
