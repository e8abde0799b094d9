import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--n_gpu", type=int, default=1)
args = parser.parse_args()
net = nn.Linear(2, 2)
if args.n_gpu > 1:
    net.cuda()
# output
import argparse

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--n_gpu", type=int, default=1)
args = parser.parse_args()
net = nn.Linear(2, 2)
if args.n_gpu > 1:
    net.to(device)
