# flags: --unsafe-fixes
import torch


class Runner:
    def eval(self, net, loader):
        net.eval()
        hits = 0
        for x, y in loader:
            hits += (net(x).argmax(1) == y).sum().item()
        return hits
# output
import torch


class Runner:
    def eval(self, net, loader):
        net.eval()
        hits = 0
        with torch.no_grad():
            for x, y in loader:
                hits += (net(x).argmax(1) == y).sum().item()
        return hits
