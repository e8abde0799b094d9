import torch


def top(pixels: torch.Tensor):
    return torch.tensor(pixels.max().numpy())
