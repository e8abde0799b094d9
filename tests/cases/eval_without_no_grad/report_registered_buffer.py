import torch


def attach(net, x):
    net.eval()
    net.register_buffer("mean", net(x).mean(0))
