import torch


def load(path):
    net = torch.jit.load(path)
    torch.no_grad()
    return net
