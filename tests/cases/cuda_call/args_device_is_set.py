import argparse

import torch

args = argparse.ArgumentParser().parse_args()
args.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).cuda()
# output
import argparse

import torch

args = argparse.ArgumentParser().parse_args()
args.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = torch.nn.Linear(2, 2).to(args.device)
