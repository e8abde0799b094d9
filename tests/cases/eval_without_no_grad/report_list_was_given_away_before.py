import torch


class Collector:
    def run(self, loader):
        outs = []
        self.results = outs
        self.net.eval()
        for x in loader:
            outs.append(self.net(x))
