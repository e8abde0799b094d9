import torch


def average(net, paths):
    parts = [torch.load(path) for path in paths]
    net.load_state_dict(parts[0])
# output
import torch


def average(net, paths):
    parts = [torch.load(path, map_location="cpu") for path in paths]
    net.load_state_dict(parts[0])
