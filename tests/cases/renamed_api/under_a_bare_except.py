import torch
from torch import nn

layer = nn.Linear(2, 2)
try:
    nn.init.constant(layer.weight, 0.5)
except:
    print("not initialised")
# output
import torch
from torch import nn

layer = nn.Linear(2, 2)
try:
    nn.init.constant_(layer.weight, 0.5)
except:
    print("not initialised")
