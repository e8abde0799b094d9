import torch


def attend(scores: torch.Tensor, old):
    mask = (scores > 0).byte() if old else scores > 0
    return scores.masked_fill(mask, 0)
