import torch
from torch import nn


class PerceptualLoss(nn.Module):
    def __init__(self, vgg):
        super().__init__()
        self.vgg = vgg

    def forward(self, fake, real):
        self.vgg.eval()
        return (self.vgg(fake) - self.vgg(real)).abs().mean()
