import torch
from torch import nn

model, average = nn.Linear(2, 2), nn.Linear(2, 2)
for p in average.parameters():
    p.requires_grad = False
for a, p in zip(average.parameters(), model.parameters()):
    a.mul_(0.9).add_(p * 0.1)
for a in average.parameters():
    a.mul_(1.0)
