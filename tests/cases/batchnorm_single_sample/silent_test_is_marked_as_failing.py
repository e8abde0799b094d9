import pytest
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8))


@pytest.mark.xfail(raises=ValueError)
def test_one_sample():
    net(torch.zeros(1, 3))
