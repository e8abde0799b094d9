import torch
from torch import nn

weight = torch.ones(3, requires_grad=True)


@torch.no_grad()
def read():
    return weight.numpy()


def inner():
    return (weight * 2).numpy()


def outer():
    with torch.no_grad():
        return inner()


print(outer())
