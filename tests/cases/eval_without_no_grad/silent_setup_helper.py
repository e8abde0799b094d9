import torch


def build(path):
    m = Net()
    m.load_state_dict(torch.load(path, map_location="cpu"))
    m.eval()
    return m
