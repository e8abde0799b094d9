# A test that the object has no such method proves nothing about what it is.
import unittest

import torch


class Test(unittest.TestCase):
    def test_remote(self, remote):
        with self.assertRaises(ValueError):
            remote.register_buffer("a", None)
        remote.cuda()
