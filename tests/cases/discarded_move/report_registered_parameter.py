import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter("w", nn.Parameter(torch.zeros(3)).cuda())
        self.all = nn.ParameterList([nn.Parameter(torch.zeros(3)).cuda()])
# findings
8: TFC306 report left no parameter any more
9: TFC306 report left no parameter any more
