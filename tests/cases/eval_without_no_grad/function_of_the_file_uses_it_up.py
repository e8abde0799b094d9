# flags: --unsafe-fixes
import torch


def accuracy(out, y):
    return (out.argmax(1) == y).float().mean().item()


def evaluate(net, loader):
    net.eval()
    total = 0
    for x, y in loader:
        total += accuracy(net(x), y)
    return total
# output
import torch


def accuracy(out, y):
    return (out.argmax(1) == y).float().mean().item()


def evaluate(net, loader):
    net.eval()
    total = 0
    with torch.no_grad():
        for x, y in loader:
            total += accuracy(net(x), y)
    return total
