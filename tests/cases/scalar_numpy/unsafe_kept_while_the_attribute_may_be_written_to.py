import torch


class Meter:
    def __init__(self):
        self.total = torch.ones(3).sum()

    def show(self):
        value = self.total.numpy()
        print("%.1f" % value)
