import torch


def read(x: torch.Tensor):
    return x.mean().numpy()


shape = read(torch.ones(3)).shape
