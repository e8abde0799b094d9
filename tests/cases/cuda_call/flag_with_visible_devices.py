import argparse
import os

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
net = nn.Linear(2, 2)
if args.cuda:
    net.cuda()
# output
import argparse
import os

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if args.cuda else "cpu")
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
net = nn.Linear(2, 2)
if args.cuda:
    net.to(device)
