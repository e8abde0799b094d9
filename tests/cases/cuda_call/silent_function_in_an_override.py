import torch
from torch import nn


class Search(nn.Module):
    def __init__(self):
        super().__init__()
        self.extra = torch.zeros(3)

    def cuda(self):
        def moved():
            return self.extra.cuda()

        self.extra = moved()
        return super().cuda()
