import torch


def evaluate(net, loader, criterion):
    net.eval()
    total = 0
    for x, y in loader:
        total += criterion(net(x), y)
    return total


loss = evaluate(net, loader, criterion)
loss.backward()
