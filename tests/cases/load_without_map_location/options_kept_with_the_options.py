import torch


def resume(net, args, cfg):
    checkpoint = torch.load(args.resume)
    args.session_start = checkpoint["began"]
    cfg.pooling_mode = checkpoint["pooling_mode"]
    net.load_state_dict(checkpoint["net"])
# output
import torch


def resume(net, args, cfg):
    checkpoint = torch.load(args.resume, map_location="cpu")
    args.session_start = checkpoint["began"]
    cfg.pooling_mode = checkpoint["pooling_mode"]
    net.load_state_dict(checkpoint["net"])
