import torch
from torch import nn

def clip(model, scale):
    for p in model.parameters():
        p.grad.mul_(scale)
