import torch


class Model(torch.nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device

    def mask(self, n):
        return torch.cuda.ByteTensor(n, n)
