import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cpu", action="store_true")
args = parser.parse_args()
use_cuda = torch.cuda.is_available() and not args.cpu
net = nn.Linear(2, 2)
crit = nn.MSELoss()
if use_cuda:
    net = net.cuda()
    crit.cuda()
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cpu", action="store_true")
args = parser.parse_args()
use_cuda = torch.cuda.is_available() and not args.cpu
device = torch.device("cuda" if use_cuda else "cpu")
net = nn.Linear(2, 2)
crit = nn.MSELoss()
if use_cuda:
    net = net.to(device)
    crit.to(device)
