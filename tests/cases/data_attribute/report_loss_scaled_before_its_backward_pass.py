import torch
from torch import nn

net = nn.Linear(2, 1)


def train(x, y):
    loss = nn.functional.mse_loss(net(x), y).exp()
    loss.data *= 0.5
    loss.backward()
    return loss.item()
