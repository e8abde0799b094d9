import torch


def item(tensor):
    if hasattr(tensor, "item"):
        return tensor.item()
    return tensor[0]


norm = item(torch.norm(torch.ones(3)))
