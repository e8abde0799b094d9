import torch


class Runner:
    def __init__(self):
        self.net = None

    def count(self, loader):
        self.net.eval()
        good = 0
        for x, y in loader:
            good += (self.net(x).argmax(1) == y).sum().item()
        return good
