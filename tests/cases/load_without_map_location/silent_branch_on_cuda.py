import torch


def restore(net, path, use_cuda):
    if use_cuda:
        checkpoint = torch.load(path)
    else:
        checkpoint = torch.load(path, map_location="cpu")
    net.load_state_dict(checkpoint["net"])
