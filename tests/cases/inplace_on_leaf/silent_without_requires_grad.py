import torch
from torch import nn

w = torch.zeros(3)
w += 1
