import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
net = nn.Linear(2, 2)
if args.cuda and torch.cuda.is_available():
    net = net.cuda()
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if args.cuda else "cpu")
net = nn.Linear(2, 2)
if args.cuda and torch.cuda.is_available():
    net = net.to(device)
