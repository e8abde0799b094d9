import contextlib

import torch


@contextlib.contextmanager
def evaluating(net):
    net.eval()
    with torch.no_grad():
        yield net


def run(net, loader):
    net.eval()
    with evaluating(net):
        for x in loader:
            print(net(x).argmax(1).tolist())
