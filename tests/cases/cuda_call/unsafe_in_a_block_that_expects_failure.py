import unittest

import pytest
import torch
from torch import nn


class Test(unittest.TestCase):
    def test_own(self):
        net = nn.Linear(1, 2)
        with self.assertRaisesRegex(ValueError, "Method ``cuda`` is not supported"):
            net.cuda()


def test_pytest():
    net = nn.Linear(1, 2)
    with torch.no_grad(), pytest.raises(ValueError):
        net.cuda()
# findings
12: TFC301 unsafe left a test expects the block to fail
18: TFC301 unsafe left a test expects the block to fail
