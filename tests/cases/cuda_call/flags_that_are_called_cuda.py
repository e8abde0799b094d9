import argparse

import torch
from torch import nn

import config

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", action="store_true")
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
config.cuda = args.cuda
other = argparse.Namespace()
other.cuda = config.cuda
setattr(other, "cuda", True)
net = nn.Linear(2, 1)
net.cuda()
# output
import argparse

import torch
from torch import nn

import config

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", action="store_true")
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
config.cuda = args.cuda
other = argparse.Namespace()
other.cuda = config.cuda
setattr(other, "cuda", True)
net = nn.Linear(2, 1)
net.to(device)
