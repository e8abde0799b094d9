import contextlib

import torch


@contextlib.contextmanager
def running(net, x):
    net.eval()
    for part in x:
        y = net(part).argmax(1)
        yield y
