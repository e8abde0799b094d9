import torch


def resume(args, net, optimizer):
    checkpoint = torch.load(args.resume)
    net.load_state_dict(checkpoint["net"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    start_epoch = checkpoint["epoch"] + 1
    best = checkpoint["best_acc1"]
    print("=> loaded '{}' (epoch {})".format(args.resume, checkpoint["epoch"]))
    return start_epoch, best
# output
import torch


def resume(args, net, optimizer):
    checkpoint = torch.load(args.resume, map_location="cpu")
    net.load_state_dict(checkpoint["net"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    start_epoch = checkpoint["epoch"] + 1
    best = checkpoint["best_acc1"]
    print("=> loaded '{}' (epoch {})".format(args.resume, checkpoint["epoch"]))
    return start_epoch, best
