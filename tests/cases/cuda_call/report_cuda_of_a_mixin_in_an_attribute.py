# other: nets.py
#| import torch
#| from torch import nn
#| class Masked:
#|     def cuda(self, device=None):
#|         self.mask = self.mask.cuda()
#|         return super().cuda(device)
#| class Net(Masked, nn.Module):
#|     def forward(self, x):
#|         return x
#| class Wide(Net):
#|     pass
#| def make():
#|     return Wide()
from nets import Wide as Model


class Trainer:
    def __init__(self):
        self.net = Model()

    def start(self):
        self.net.cuda()
        return self.net
