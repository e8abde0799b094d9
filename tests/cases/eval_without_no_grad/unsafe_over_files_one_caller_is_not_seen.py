# path: lib.py
# other: main.py
#| import lib
#| from torch import nn
#| from elsewhere import load
#| lib.hits(nn.Linear(2, 1), [])
#| lib.hits(load(), [])
import torch


def hits(net, loader):
    net.eval()
    good = 0
    for x, y in loader:
        good += (net(x).argmax(1) == y).sum().item()
    return good
