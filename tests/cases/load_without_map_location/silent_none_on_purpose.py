import torch


def restore(net, path):
    net.load_state_dict(torch.load(path, map_location=None))
