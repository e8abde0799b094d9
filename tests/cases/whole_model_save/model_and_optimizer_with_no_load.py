# flags: --unsafe-fixes
import torch
from torch import nn


def main(args):
    net = nn.DataParallel(nn.Linear(2, 1))
    opt = torch.optim.Adam(net.parameters())
    state = {"net": net, "epoch": 3}
    state["opt"] = opt
    torch.save(state, args.path)
    print(state["epoch"])
# output
import torch
from torch import nn


def main(args):
    net = nn.DataParallel(nn.Linear(2, 1))
    opt = torch.optim.Adam(net.parameters())
    state = {"net": net.module.state_dict(), "epoch": 3}
    state["opt"] = opt.state_dict()
    torch.save(state, args.path)
    print(state["epoch"])
