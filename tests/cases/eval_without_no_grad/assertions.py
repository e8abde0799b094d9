import torch
import unittest


class NetTest(unittest.TestCase):
    def test_shape(self):
        net = torch.nn.Linear(2, 3)
        net.eval()
        out = net(torch.zeros(1, 2))
        self.assertEqual(out.shape, (1, 3))
# output
import torch
import unittest


class NetTest(unittest.TestCase):
    def test_shape(self):
        net = torch.nn.Linear(2, 3)
        net.eval()
        with torch.no_grad():
            out = net(torch.zeros(1, 2))
            self.assertEqual(out.shape, (1, 3))
