import torch


def restore(net, path):
    state = torch.load(path)
    state = {key.replace("module.", ""): value for key, value in state.items()}
    net.load_state_dict(state)
# output
import torch


def restore(net, path):
    state = torch.load(path, map_location="cpu")
    state = {key.replace("module.", ""): value for key, value in state.items()}
    net.load_state_dict(state)
