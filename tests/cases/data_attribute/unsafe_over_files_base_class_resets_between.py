# path: layers.py
# other: base.py
#| from torch import nn
#| class Base(nn.Module):
#|     def fit(self, x):
#|         out = self(x)
#|         self.reset_noise()
#|         out.sum().backward()
import torch
from torch import nn
from base import Base


class Noisy(Base):
    def __init__(self):
        super().__init__()
        self.noise = nn.Parameter(torch.zeros(2))
        self.reset_noise()

    def reset_noise(self):
        self.noise.data.normal_()

    def forward(self, x):
        return x * self.noise
