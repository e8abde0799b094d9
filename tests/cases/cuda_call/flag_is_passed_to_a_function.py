import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()


def test(net: nn.Module, cuda, images):
    for image in images:
        x = image.unsqueeze(0)
        if cuda:
            x = x.cuda()
        net(x)


def check(net: nn.Module, cuda, images):
    x = torch.stack(images)
    if cuda:
        x = x.cuda()
    net(x)


if __name__ == "__main__":
    net = nn.Linear(3, 3)
    if args.cuda:
        net = net.cuda()
    test(net, args.cuda, torch.ones(2, 3))
    check(net, args.cuda, [torch.ones(3)])
    check(net, False, [torch.ones(3)])
# output
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
args = parser.parse_args()
device = torch.device("cuda" if args.cuda else "cpu")


def test(net: nn.Module, cuda, images):
    for image in images:
        x = image.unsqueeze(0)
        if cuda:
            x = x.to(device)
        net(x)


def check(net: nn.Module, cuda, images):
    x = torch.stack(images)
    device = torch.device("cuda" if cuda else "cpu")
    if cuda:
        x = x.to(device)
    net(x)


if __name__ == "__main__":
    net = nn.Linear(3, 3)
    if args.cuda:
        net = net.to(device)
    test(net, args.cuda, torch.ones(2, 3))
    check(net, args.cuda, [torch.ones(3)])
    check(net, False, [torch.ones(3)])
