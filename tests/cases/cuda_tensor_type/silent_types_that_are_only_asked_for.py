import torch

TYPES = (torch.FloatTensor, torch.cuda.FloatTensor)


def is_float(x):
    return isinstance(x, TYPES) or type(x) in TYPES
