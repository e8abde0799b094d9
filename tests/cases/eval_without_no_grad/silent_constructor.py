import torch
from torch import nn


class Teacher(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.net.eval()
        self.size = self.net(torch.zeros(1, 3)).shape[1]
