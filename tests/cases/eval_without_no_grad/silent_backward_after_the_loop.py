import torch


def fit(net, loader, criterion):
    net.eval()
    losses = []
    for x, y in loader:
        losses.append(criterion(net(x), y))
    torch.stack(losses).mean().backward()
