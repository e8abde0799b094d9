import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.noise = nn.Parameter(torch.zeros(2), requires_grad=False)
        self.w = nn.Parameter(torch.ones(2))

    def reset_noise(self):
        self.noise.data.normal_()

    def forward(self, x):
        return x * self.w * self.noise


net = Noisy()
total = 0
for t in range(3):
    net.reset_noise()
    total = total + net(torch.ones(2)).sum()
total.backward()
