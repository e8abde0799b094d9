import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--device", type=int, default=0)
args = parser.parse_args()
net = torch.nn.Linear(2, 2).cuda()
# output
import argparse

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

parser = argparse.ArgumentParser()
parser.add_argument("--device", type=int, default=0)
args = parser.parse_args()
net = torch.nn.Linear(2, 2).to(device)
