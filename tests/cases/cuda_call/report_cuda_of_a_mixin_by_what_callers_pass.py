# path: train.py
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
# other: main.py
#| import nets
#| import train
#| train.start(nets.Wide())
from torch import nn


def start(model: nn.Module):
    model.cuda()
    return model
