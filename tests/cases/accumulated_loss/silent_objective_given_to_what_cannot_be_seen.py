import torch
from steps import advance
from torch import nn

model = nn.Linear(3, 1)
total = 0
for x in torch.ones(2, 1, 3):
    loss = model(x).mean()
    total += loss
advance(total / 2)
