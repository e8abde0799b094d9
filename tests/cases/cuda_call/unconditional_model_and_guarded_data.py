import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", action="store_true")
args = parser.parse_args()
use_cuda = not args.no_cuda and torch.cuda.is_available()
net = nn.DataParallel(nn.Linear(3, 3)).cuda()
x = torch.ones(2, 3)
if use_cuda:
    x = x.cuda()
print(net(x))
# output
import argparse

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", action="store_true")
args = parser.parse_args()
use_cuda = not args.no_cuda and torch.cuda.is_available()
net = nn.DataParallel(nn.Linear(3, 3)).to(device)
x = torch.ones(2, 3)
if use_cuda:
    x = x.to(device)
print(net(x))
