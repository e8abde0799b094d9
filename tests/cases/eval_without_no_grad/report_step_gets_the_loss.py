import torch


class Loop:
    def run(self, loader):
        self.net.eval()
        for x, y in loader:
            loss = (self.net(x) - y).pow(2).mean()
            self.step(loss)
