import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def penalty(self, x):
        self.weight.data.clamp_(min=0)
        return (self.weight * x).sum()

    def clip(self):
        self.weight.data.clamp_(min=0)
# findings
11: TFC601 unsafe left feeds what line 12 gives back
15: TFC601 unsafe left no call here shows when line 15 runs
