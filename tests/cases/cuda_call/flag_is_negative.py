import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--no_cuda", action="store_true")
args = parser.parse_args()
net = nn.Linear(2, 2)
if not args.no_cuda:
    net.cuda()
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--no_cuda", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if not args.no_cuda else "cpu")
net = nn.Linear(2, 2)
if not args.no_cuda:
    net.to(device)
