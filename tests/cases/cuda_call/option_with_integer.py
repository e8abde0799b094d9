import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
net = nn.Linear(2, 2)
net.cuda(args.gpu)
y = torch.zeros(3).cuda(args.gpu, non_blocking=True)
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", type=int, default=0)
args = parser.parse_args()
net = nn.Linear(2, 2)
net.to(args.gpu)
y = torch.zeros(3).to(args.gpu, non_blocking=True)
