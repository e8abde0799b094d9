import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))
        with torch.no_grad():
            self.gain.mul_(0.5)
# defect
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))
        self.gain.mul_(0.5)
# findings
9: TFC602 unsafe
