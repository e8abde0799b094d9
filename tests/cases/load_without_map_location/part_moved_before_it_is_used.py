import torch


def directions(args):
    return torch.load(args.factor)["eigvec"].to(args.device) * args.degree
# output
import torch


def directions(args):
    return torch.load(args.factor, map_location="cpu")["eigvec"].to(args.device) * args.degree
