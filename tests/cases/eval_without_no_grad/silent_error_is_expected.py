import pytest
import torch


def test_needs_detach():
    net = torch.nn.Linear(2, 2)
    net.eval()
    with pytest.raises(RuntimeError):
        net(torch.ones(1, 2)).numpy()
