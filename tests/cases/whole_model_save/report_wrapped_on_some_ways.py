import torch
from torch import nn


def main(args):
    net = nn.Linear(2, 1)
    if args.parallel:
        net = nn.DataParallel(net)
    torch.save(net, "net.pt")
    net = torch.load("net.pt")
# findings
9: TFC502 report left line 8 wraps it on some ways only
