import torch


def restore(net, args):
    if args.best:
        states = torch.load("best.pt")
    else:
        states = torch.load("last.pt")
    net.load_state_dict(states)
# output
import torch


def restore(net, args):
    if args.best:
        states = torch.load("best.pt", map_location="cpu")
    else:
        states = torch.load("last.pt", map_location="cpu")
    net.load_state_dict(states)
