import torch


class Gan:
    def test(self, x):
        self.generator.eval()
        self.fake = self.generator(x)
