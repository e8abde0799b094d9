import torch


def restore(net, path):
    state = torch.load(path)["state_dict"]
    net.load_state_dict(state)
# output
import torch


def restore(net, path):
    state = torch.load(path, map_location="cpu")["state_dict"]
    net.load_state_dict(state)
