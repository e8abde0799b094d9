import torch


def restore(net, path):
    if torch.cuda.is_available():
        net.load_state_dict(torch.load(path, map_location="cuda:0"))
