# other: ema.py
#| class Ema:
#|     def __init__(self, net):
#|         self.shadow = net.state_dict()
#|     def load_state_dict(self, state):
#|         self.shadow = state
import torch
from ema import Ema
from torch import nn

net = nn.Linear(2, 1)
parts = {"net": net, "ema": Ema(net)}
saved = torch.load("all.pt")
for name, part in parts.items():
    part.load_state_dict(saved[name])
