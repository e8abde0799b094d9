import torch


def lazy(net, xs):
    net.eval()
    return (net(x).cpu() + 0 * net(x) for x in xs)
