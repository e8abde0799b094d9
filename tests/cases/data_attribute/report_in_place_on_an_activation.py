import torch
import torch.nn.functional as F


class Attention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.v = torch.nn.Linear(4, 1)

    def forward(self, query, mask):
        energies = self.v(torch.tanh(query))
        energies.data.masked_fill_(mask, -1e9)
        return F.softmax(energies, dim=1)
# findings
12: TFC601 report left part of a forward pass
