import torch


def evaluate(net, loader, criterion):
    net.eval()
    total = 0
    for x, y in loader:
        total += criterion(net(x), y)
    return total / len(loader)


print("{:.3f}".format(evaluate(net, loader, criterion)))
