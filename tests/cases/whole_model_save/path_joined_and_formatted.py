# flags: --unsafe-fixes
import os

import torch

from models import Net


def main(args):
    model = Net(args.width)
    model.train()
    list(model.parameters())
    for epoch in range(args.epochs):
        torch.save(model, os.path.join(args.out, "epoch_{}.pt".format(epoch)))


def test(args, epoch):
    model = torch.load(os.path.join(args.out, "epoch_{}.pt".format(epoch)))
    model.eval()
    return model
# output
import os

import torch

from models import Net


def main(args):
    model = Net(args.width)
    model.train()
    list(model.parameters())
    for epoch in range(args.epochs):
        torch.save(model.state_dict(), os.path.join(args.out, "epoch_{}.pt".format(epoch)))


def test(args, epoch):
    model = Net(args.width)
    model.load_state_dict(torch.load(os.path.join(args.out, "epoch_{}.pt".format(epoch)), map_location="cpu"))
    model.eval()
    return model
