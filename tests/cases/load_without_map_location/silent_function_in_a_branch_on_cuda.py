import torch


def restore(net, path, use_cuda):
    if use_cuda:

        def read():
            return torch.load(path)

        checkpoint = read()
    else:
        checkpoint = torch.load(path, map_location="cpu")
    net.load_state_dict(checkpoint["net"])


def restore_or_fall_back(net, path):
    try:

        def read():
            return torch.load(path)

        state = read()
    except RuntimeError:
        state = torch.load(path, map_location="cpu")
    net.load_state_dict(state)
