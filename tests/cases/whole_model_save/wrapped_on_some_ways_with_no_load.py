# flags: --unsafe-fixes
import torch
from torch import nn


def main(args):
    net = nn.Linear(2, 1)
    if args.parallel:
        net = nn.DataParallel(net)
    torch.save(net, "net.pt")
# output
import torch
from torch import nn


def main(args):
    net = nn.Linear(2, 1)
    if args.parallel:
        net = nn.DataParallel(net)
    torch.save(getattr(net, "module", net).state_dict(), "net.pt")
