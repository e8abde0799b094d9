import torch
from torch import nn

w = nn.Parameter(torch.zeros(3)).cuda()
