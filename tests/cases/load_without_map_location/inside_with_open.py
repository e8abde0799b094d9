import torch


def restore(net, path):
    with open(path, "rb") as file:
        states = torch.load(file)
    net.load_state_dict(states["net"])
# output
import torch


def restore(net, path):
    with open(path, "rb") as file:
        states = torch.load(file, map_location="cpu")
    net.load_state_dict(states["net"])
