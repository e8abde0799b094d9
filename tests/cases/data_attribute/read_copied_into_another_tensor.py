import torch


class Averaged(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x, first):
        self.mean.copy_(self.weight.data)
        table = torch.zeros(2, 3)
        table[0] = self.weight.data
        table[:, 1:] = self.weight.data[1:]
        return x * table.sum()
# output
import torch


class Averaged(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x, first):
        self.mean.copy_(self.weight.detach())
        table = torch.zeros(2, 3)
        table[0] = self.weight.detach()
        table[:, 1:] = self.weight.detach()[1:]
        return x * table.sum()
