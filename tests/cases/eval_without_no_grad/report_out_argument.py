import torch


def add(net, x, total):
    net.eval()
    torch.add(total, net(x), out=total)
