import torch


class Unit(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        self.weight.data.clamp_(min=0)
        return x * self.weight
# findings
10: TFC601 unsafe left part of a forward pass
