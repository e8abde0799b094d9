import argparse

import torch
from torch import nn


def train(args, model, data):
    if args.cuda:
        data = data.cuda()
    return model(data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    model = nn.Linear(2, 2)
    if args.cuda:
        model.cuda()
    train(args, model, torch.zeros(2))


if __name__ == "__main__":
    main()
# output
import argparse

import torch
from torch import nn


def train(args, model, data):
    device = torch.device("cuda" if args.cuda else "cpu")
    if args.cuda:
        data = data.to(device)
    return model(data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if args.cuda else "cpu")
    model = nn.Linear(2, 2)
    if args.cuda:
        model.to(device)
    train(args, model, torch.zeros(2))


if __name__ == "__main__":
    main()
