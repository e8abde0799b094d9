# other: patches.py
#| from torch import nn
#| def move(self, device=None):
#|     return self
#| nn.Module.cuda = move
import patches
import torch
from torch import nn

net = nn.Linear(2, 1)
net.cuda()
