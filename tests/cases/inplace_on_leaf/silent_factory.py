import torch
from torch import nn

def gain(weight):
    return weight.new(3).fill_(1)
