import torch


def longest(lengths: torch.Tensor, words):
    for i in range(lengths.max().cpu().numpy()):
        yield words[: lengths.sum().numpy()][i]
# output
import torch


def longest(lengths: torch.Tensor, words):
    for i in range(lengths.max().item()):
        yield words[: lengths.sum().item()][i]
