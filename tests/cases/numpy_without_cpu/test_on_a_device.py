# path: tests/test_net.py
import torch
from torch import nn


def test_net(device):
    net = nn.Linear(2, 2).to(device)
    assert (net(torch.ones(1, 2).to(device)).data.numpy() == 1).all()
# output
import torch
from torch import nn


def test_net(device):
    net = nn.Linear(2, 2).to(device)
    assert (net(torch.ones(1, 2).to(device)).data.cpu().numpy() == 1).all()
