import torch


def attend(scores: torch.Tensor, lengths: torch.Tensor):
    mask = (lengths > 3).byte()
    print(mask.sum())
    return scores.masked_fill_(mask, -1e9), torch.masked_select(scores, mask)
# output
import torch


def attend(scores: torch.Tensor, lengths: torch.Tensor):
    mask = (lengths > 3).byte()
    print(mask.sum())
    return scores.masked_fill_(mask.bool(), -1e9), torch.masked_select(scores, mask.bool())
