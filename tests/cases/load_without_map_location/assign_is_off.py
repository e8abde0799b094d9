import torch


def restore(net, path):
    net.load_state_dict(torch.load(path), assign=False)
# output
import torch


def restore(net, path):
    net.load_state_dict(torch.load(path, map_location="cpu"), assign=False)
