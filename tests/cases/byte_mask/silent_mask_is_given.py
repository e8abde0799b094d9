import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, 0), 1 - mask
