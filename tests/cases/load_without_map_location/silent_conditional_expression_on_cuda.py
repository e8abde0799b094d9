import torch


def restore(net, path):
    state = torch.load(path) if torch.cuda.is_available() else torch.load(path, map_location="cpu")
    net.load_state_dict(state)
