# path: lib.py
# other: main.py
#| import lib
#| from torch import nn
#| from torchvision.models import resnet18
#| lib.hits(nn.Sequential(nn.Linear(2, 1)), [])
#| lib.hits(loader=[], net=resnet18())
import torch


def hits(net, loader):
    net.eval()
    good = 0
    for x, y in loader:
        good += (net(x).argmax(1) == y).sum().item()
    return good
# output
import torch


def hits(net, loader):
    net.eval()
    good = 0
    with torch.no_grad():
        for x, y in loader:
            good += (net(x).argmax(1) == y).sum().item()
    return good
# findings
5: TFC101 safe fixed forward pass
