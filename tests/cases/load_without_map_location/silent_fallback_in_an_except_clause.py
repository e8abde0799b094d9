import torch


def restore(net, path):
    try:
        state = torch.load(path)
    except RuntimeError:
        state = torch.load(path, map_location="cpu")
    net.load_state_dict(state)
