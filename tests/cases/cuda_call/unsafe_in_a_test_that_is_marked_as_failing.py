import pytest
from torch import nn


@pytest.mark.xfail
def test_move():
    net = nn.Linear(1, 2)
    net.cuda()


@pytest.mark.parametrize("size", [1, pytest.param(2, marks=pytest.mark.xfail)])
def test_sizes(size):
    net = nn.Linear(1, size)
    net.cuda()
# findings
8: TFC301 unsafe left a test expects the block to fail
14: TFC301 unsafe left a test expects the block to fail
