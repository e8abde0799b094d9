import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
opt = parser.parse_args()
net = nn.Linear(2, 2)
crit = nn.MSELoss().cuda()
if opt.cuda:
    net.cuda()
# output
import argparse

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
opt = parser.parse_args()
net = nn.Linear(2, 2)
crit = nn.MSELoss().to(device)
if opt.cuda:
    net.to(device)
