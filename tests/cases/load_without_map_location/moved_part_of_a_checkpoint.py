import torch


def resume(net, args):
    checkpoint = torch.load(args.resume)
    best = checkpoint["best_acc1"]
    if args.gpu is not None:
        best = best.to(args.gpu)
    mean = checkpoint["mean"].cuda()
    net.load_state_dict(checkpoint["net"])
    return best, mean
# output
import torch


def resume(net, args):
    checkpoint = torch.load(args.resume, map_location="cpu")
    best = checkpoint["best_acc1"]
    if args.gpu is not None:
        best = best.to(args.gpu)
    mean = checkpoint["mean"].cuda()
    net.load_state_dict(checkpoint["net"])
    return best, mean
