import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", action="store_true")
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()

torch.manual_seed(1)
if args.cuda:
    torch.cuda.manual_seed(1)

model = nn.Linear(2, 2)
if args.cuda:
    model.cuda()


def train(loader):
    for data, target in loader:
        if args.cuda:
            data, target = data.cuda(), target.cuda()
        model(data)
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", action="store_true")
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
device = torch.device("cuda" if args.cuda else "cpu")

torch.manual_seed(1)
if args.cuda:
    torch.cuda.manual_seed(1)

model = nn.Linear(2, 2)
if args.cuda:
    model.to(device)


def train(loader):
    for data, target in loader:
        if args.cuda:
            data, target = data.to(device), target.to(device)
        model(data)
