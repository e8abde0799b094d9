import torch

total = reduce(torch.add, parts)
# output
import torch
import functools

total = functools.reduce(torch.add, parts)
