import torch
from torch import nn

model = nn.Linear(3, 2)


@torch.no_grad()
def step(lr):
    for p in model.parameters():
        p.sub_(lr * p.grad)
