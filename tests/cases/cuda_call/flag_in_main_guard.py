import argparse

import torch
from torch import nn

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    model = nn.Linear(2, 2)
    if args.cuda:
        model.cuda()
# output
import argparse

import torch
from torch import nn

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if args.cuda else "cpu")
    model = nn.Linear(2, 2)
    if args.cuda:
        model.to(device)
