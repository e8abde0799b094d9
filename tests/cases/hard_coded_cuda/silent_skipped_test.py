import unittest

import torch


class Check(unittest.TestCase):
    @unittest.skipIf(not torch.cuda.is_available(), "needs a GPU")
    def check_placement(self):
        x = torch.zeros(3, device="cuda")
        return x.to("cuda")
