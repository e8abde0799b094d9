import torch


def move(*where):
    return torch.zeros(3).cuda(*where)
