import torch


def restore(net, path):
    net.load_state_dict(torch.load(path).state_dict())
    net.load_state_dict(torch.load(path)["model"].float().state_dict())
# output
import torch


def restore(net, path):
    net.load_state_dict(torch.load(path, map_location="cpu").state_dict())
    net.load_state_dict(torch.load(path, map_location="cpu")["model"].float().state_dict())
