# path: sums.py
# other: main.py
#| import sums
#| sums.total.backward()
import torch
from torch import nn

net = nn.Linear(3, 1)
total = 0
for x in torch.ones(4, 2, 3):
    loss = net(x).sum()
    total += loss
