import torch


def vectors(path, device):
    return torch.load(path).to(device)
