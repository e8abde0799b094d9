# flags: --unsafe-fixes
import torch


class Trainer:
    def __init__(self):
        self.Tensor: type = torch.cuda.FloatTensor
        self.dtype = torch.cuda.HalfTensor
# output
import torch


class Trainer:
    def __init__(self):
        self.Tensor: type = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
        self.dtype = torch.cuda.HalfTensor if torch.cuda.is_available() else torch.HalfTensor
