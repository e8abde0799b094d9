import torch


def restore(net, path):
    state = torch.load(
        path,  # the best epoch
    )
    net.load_state_dict(state)
    other = torch.load(
        path
    )
    net.load_state_dict(other)
    net.load_state_dict(
        torch.load(path)  # the last epoch
    )
# output
import torch


def restore(net, path):
    state = torch.load(
        path,  # the best epoch
        map_location="cpu",
    )
    net.load_state_dict(state)
    other = torch.load(
        path, map_location="cpu"
    )
    net.load_state_dict(other)
    net.load_state_dict(
        torch.load(path, map_location="cpu")  # the last epoch
    )
