import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--keep-on-gpu", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if args.keep_on_gpu else "cpu")
store = [torch.ones(2).to(device)]
net = nn.Linear(2, 1)
net.cuda()
print(net(store[0].cuda()).shape)
# output
import argparse

import torch
from torch import nn

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--keep-on-gpu", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if args.keep_on_gpu else "cpu")
store = [torch.ones(2).to(device)]
net = nn.Linear(2, 1)
net.to(torch_device)
print(net(store[0].to(torch_device)).shape)
