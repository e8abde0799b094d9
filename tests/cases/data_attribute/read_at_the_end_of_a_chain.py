import torch


def read(x: torch.Tensor):
    lengths = x.data.view(-1).tolist()
    if x.data.sum() == 0:
        return lengths, x.data.abs().mean().item()
    print(x.data.view(-1).numpy())
    return lengths, x.data.view(-1) + 1
# output
import torch


def read(x: torch.Tensor):
    lengths = x.view(-1).tolist()
    if x.sum() == 0:
        return lengths, x.abs().mean().item()
    print(x.detach().view(-1).numpy())
    return lengths, x.detach().view(-1) + 1
