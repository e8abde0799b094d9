import torch


def update_center(net, center, x):
    net.eval()
    center.mul_(0.9).add_(net(x).mean(0))
