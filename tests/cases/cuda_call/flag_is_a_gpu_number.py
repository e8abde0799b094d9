import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=-1)
args = parser.parse_args()
net = nn.Linear(2, 2)
if args.gpu >= 0:
    net.cuda()
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=-1)
args = parser.parse_args()
device = torch.device("cuda" if args.gpu >= 0 else "cpu")
net = nn.Linear(2, 2)
if args.gpu >= 0:
    net.to(device)
