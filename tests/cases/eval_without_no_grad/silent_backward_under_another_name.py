import torch


def run(net, x, y):
    net.eval()
    out = net(x)
    kept = (out, y)
    first, _ = kept
    err = (first - y).pow(2).sum()
    print(err.item())
    err.backward()
