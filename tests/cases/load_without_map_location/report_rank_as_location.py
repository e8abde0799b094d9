import torch


def restore(net, path, rank):
    net.load_state_dict(torch.load(path, map_location=rank))
