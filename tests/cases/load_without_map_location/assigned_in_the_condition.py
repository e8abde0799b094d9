import torch


def restore(net, path):
    if (states := torch.load(path)) is not None:
        net.load_state_dict(states)
# output
import torch


def restore(net, path):
    if (states := torch.load(path, map_location="cpu")) is not None:
        net.load_state_dict(states)
