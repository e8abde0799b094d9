import torch
from torch import nn


class Solver:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        if torch.cuda.is_available():
            self.net.cuda()

    def to_array(self, x):
        if torch.cuda.is_available():
            x = x.cpu()
        return x.data.numpy()

    def sample(self):
        return self.to_array(self.net(torch.ones(1, 2)))
