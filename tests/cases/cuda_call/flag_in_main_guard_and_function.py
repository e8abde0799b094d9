import argparse

import torch
from torch import nn


def noise():
    return torch.zeros(3).cuda()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    model = nn.Linear(2, 2)
    if args.cuda:
        model.cuda()
    print(noise())
# output
import argparse

import torch
from torch import nn


def noise():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(device)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if args.cuda else "cpu")
    model = nn.Linear(2, 2)
    if args.cuda:
        model.to(device)
    print(noise())
