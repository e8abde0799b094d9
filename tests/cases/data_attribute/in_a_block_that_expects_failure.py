import pytest
import torch


def test_mask():
    x = torch.ones(2, 2)
    y = torch.zeros(2, 2)
    with pytest.raises(ValueError):
        compare(x.data.numpy(), y.data.numpy())


@pytest.mark.xfail
def test_sizes():
    x = torch.ones(2, 2)
    compare(x.data.numpy(), x.data.numpy())
# output
import pytest
import torch


def test_mask():
    x = torch.ones(2, 2)
    y = torch.zeros(2, 2)
    with pytest.raises(ValueError):
        compare(x.numpy(), y.numpy())


@pytest.mark.xfail
def test_sizes():
    x = torch.ones(2, 2)
    compare(x.numpy(), x.numpy())
