import torch


def restore(net, path):
    states = torch.load(path)
    net.load_state_dict({name: value.to(torch.float16) for name, value in states.items()})
# output
import torch


def restore(net, path):
    states = torch.load(path, map_location="cpu")
    net.load_state_dict({name: value.to(torch.float16) for name, value in states.items()})
