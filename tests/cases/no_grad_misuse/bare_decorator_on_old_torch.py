# flags: --target-torch 1.8
import torch


@torch.no_grad
def f(x):
    return x
# output
import torch


@torch.no_grad()
def f(x):
    return x
