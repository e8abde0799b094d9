import torch


class Collector:
    def run(self, loader):
        outs = self.outs
        self.net.eval()
        for x in loader:
            outs.append(self.net(x))
