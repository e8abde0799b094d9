import torch


def restore(net, path):
    try:
        try:
            state = torch.load(path)
        finally:
            print("read")
    except RuntimeError:
        state = torch.load(path, map_location="cpu")
    net.load_state_dict(state)
