import torch
from torch import nn


def make():
    return torch.zeros(3).cuda()


first = make()
use_cuda = torch.cuda.is_available()
net = nn.Linear(2, 2)
if use_cuda:
    net.cuda()
# output
import torch
from torch import nn


def make():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(device)


first = make()
use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
net = nn.Linear(2, 2)
if use_cuda:
    net.to(device)
