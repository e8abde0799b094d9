# flags: --unsafe-fixes
import torch


def score(net, loader):
    net.eval()
    zero = torch.zeros(1)
    total = zero
    for x, y in loader:
        total += net(x).mean()
    return total.item()
# output
import torch


def score(net, loader):
    net.eval()
    zero = torch.zeros(1)
    total = zero
    with torch.no_grad():
        for x, y in loader:
            total += net(x).mean()
        return total.item()
