import torch


def validate(net, loader, criterion):
    net.eval()
    total, hits = 0, 0
    for x, y in loader:
        out = net(x)
        total += criterion(out, y)
        hits += (out.argmax(1) == y).sum().item()
    return total / len(loader), hits
