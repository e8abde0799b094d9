import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--devices", nargs="*")
args = parser.parse_args()
for device in args.devices:
    print(device)
net = nn.Linear(2, 2)
net.cuda()
# output
import argparse

import torch
from torch import nn

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--devices", nargs="*")
args = parser.parse_args()
for device in args.devices:
    print(device)
net = nn.Linear(2, 2)
net.to(torch_device)
