import functools

import torch


@functools.lru_cache
def shift(by=torch.zeros(3).cuda()):
    return by
# output
import functools

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


@functools.lru_cache
def shift(by=torch.zeros(3).to(device)):
    return by
