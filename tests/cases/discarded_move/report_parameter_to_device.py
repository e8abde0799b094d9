import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.w: torch.Tensor = torch.nn.Parameter(torch.zeros(3)).to(device)
# findings
8: TFC306 report left no parameter any more
