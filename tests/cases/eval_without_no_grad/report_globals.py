import torch


def run(net, x):
    net.eval()
    globals()["out"] = net(x)
