import torch


def make(net):
    net.eval()

    def run(x):
        return net(x).argmax(1)

    return run
