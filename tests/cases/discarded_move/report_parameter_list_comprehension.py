import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.all = nn.ParameterList([nn.Parameter(torch.zeros(3)).cuda() for _ in range(n)])
# findings
8: TFC306 report left no parameter any more
