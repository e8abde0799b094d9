import torch


class Trainer:
    def __init__(self):
        self.Tensor: type = torch.cuda.FloatTensor
        self.dtype = torch.cuda.HalfTensor
