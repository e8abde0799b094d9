# flags: --unsafe-fixes
import torch
from torch import nn


def main(args):
    net = nn.Linear(2, 1)
    net.load_state_dict(torch.load(args.pretrained))
    best = torch.load(args.best)
    print(best["epoch"])
    torch.save(net, args.out)
# output
import torch
from torch import nn


def main(args):
    net = nn.Linear(2, 1)
    net.load_state_dict(torch.load(args.pretrained))
    best = torch.load(args.best)
    print(best["epoch"])
    torch.save(net.state_dict(), args.out)
