# flags: --unsafe-fixes
import torch


def run(net, x):
    net.eval()
    return net(x)
