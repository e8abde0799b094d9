# flags: --unsafe-fixes
import torch


def accuracy(net, loader, n):
    net.eval()
    return sum((net(x).argmax(1) == y).sum().item() for x, y in loader) / n
# output
import torch


def accuracy(net, loader, n):
    net.eval()
    with torch.no_grad():
        return sum((net(x).argmax(1) == y).sum().item() for x, y in loader) / n
