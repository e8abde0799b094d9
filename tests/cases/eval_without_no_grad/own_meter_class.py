# flags: --unsafe-fixes
import torch


class Meter:
    def __init__(self):
        self.total = 0.0

    def update(self, value, n):
        self.total += value * n


def validate(net, loader):
    meter = Meter()
    net.eval()
    for x, y in loader:
        meter.update(criterion(net(x), y).item(), len(x))
    return meter.total
# output
import torch


class Meter:
    def __init__(self):
        self.total = 0.0

    def update(self, value, n):
        self.total += value * n


def validate(net, loader):
    meter = Meter()
    net.eval()
    with torch.no_grad():
        for x, y in loader:
            meter.update(criterion(net(x), y).item(), len(x))
    return meter.total
