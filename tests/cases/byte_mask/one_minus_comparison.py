import torch


def rest(tokens: torch.Tensor):
    padding = tokens == 0
    return (1 - padding).sum(), 1 - tokens.eq(3)
# output
import torch


def rest(tokens: torch.Tensor):
    padding = tokens == 0
    return (~padding).sum(), ~tokens.eq(3)
