import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
args = parser.parse_args()
torch.cuda.set_device(args.local_rank)
net = nn.Linear(2, 2)
net = net.cuda()
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
args = parser.parse_args()
torch.cuda.set_device(args.local_rank)
net = nn.Linear(2, 2)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = net.to(device)
