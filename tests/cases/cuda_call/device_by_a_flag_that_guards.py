import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if args.cuda else "cpu")
net = nn.Linear(2, 1)
if args.cuda:
    net.cuda()
print(net(torch.ones(2).to(device)).shape)
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if args.cuda else "cpu")
net = nn.Linear(2, 1)
if args.cuda:
    net.to(device)
print(net(torch.ones(2).to(device)).shape)
