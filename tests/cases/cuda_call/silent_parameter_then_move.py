import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3)).cuda()
        self.register_parameter("v", nn.Parameter(torch.randn(3)).cuda())
