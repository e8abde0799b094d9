import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
device = 0
net = nn.Linear(2, 2)
if args.cuda:
    net.cuda()
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
torch_device = torch.device("cuda" if args.cuda else "cpu")
device = 0
net = nn.Linear(2, 2)
if args.cuda:
    net.to(torch_device)
