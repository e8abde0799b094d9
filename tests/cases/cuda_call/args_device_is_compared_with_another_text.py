import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda")
args = parser.parse_args()
net = torch.nn.Linear(2, 2)
if args.device == "gpu":
    net.cuda()
# output
import argparse

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda")
args = parser.parse_args()
net = torch.nn.Linear(2, 2)
if args.device == "gpu":
    net.to(device)
