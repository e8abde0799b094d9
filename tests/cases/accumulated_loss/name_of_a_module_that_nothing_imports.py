# other: main.py
#| import others
import torch
from torch import nn

net = nn.Linear(3, 1)
total = 0
for x in torch.ones(4, 2, 3):
    loss = net(x).sum()
    total += loss
print(float(total))
# output
import torch
from torch import nn

net = nn.Linear(3, 1)
total = 0
for x in torch.ones(4, 2, 3):
    loss = net(x).sum()
    total += loss.detach()
print(float(total))
