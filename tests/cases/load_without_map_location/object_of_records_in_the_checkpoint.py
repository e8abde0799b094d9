import torch


def resume(args, net, log):
    checkpoint = torch.load(args.resume)
    recorder = checkpoint["recorder"]
    net.load_state_dict(checkpoint["state_dict"])
    log(recorder.max_accuracy(False), length=checkpoint["longest"] - len(args.words))
# output
import torch


def resume(args, net, log):
    checkpoint = torch.load(args.resume, map_location="cpu")
    recorder = checkpoint["recorder"]
    net.load_state_dict(checkpoint["state_dict"])
    log(recorder.max_accuracy(False), length=checkpoint["longest"] - len(args.words))
