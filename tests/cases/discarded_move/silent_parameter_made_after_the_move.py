import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(3).cuda())
        self.v = nn.Parameter(torch.zeros(3)).to(dtype=torch.float64)
