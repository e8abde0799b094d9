# path: layers.py
# other: heirs.py
#| from layers import Noisy
#| class Heir(Noisy):
#|     def fit(self, x):
#|         out = self(x)
#|         self.reset_noise()
#|         out.sum().backward()
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
