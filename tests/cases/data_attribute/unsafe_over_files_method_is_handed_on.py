# path: layers.py
# other: main.py
#| import layers, torch
#| def late(out, act):
#|     act()
#|     out.sum().backward()
#| net = layers.Noisy()
#| late(net(torch.ones(2)), net.reset_noise)
import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.noise = nn.Parameter(torch.zeros(2))
        self.reset_noise()

    def reset_noise(self):
        self.noise.data.normal_()

    def forward(self, x):
        return x * self.noise
