# flags: --unsafe-fixes
import torch


def errors(net, loader):
    net.eval()
    found = {}
    for i, (x, y) in enumerate(loader):
        found[i] = (net(x) - y).abs().max()
    return {i: error.item() for i, error in found.items()}
# output
import torch


def errors(net, loader):
    net.eval()
    found = {}
    with torch.no_grad():
        for i, (x, y) in enumerate(loader):
            found[i] = (net(x) - y).abs().max()
        return {i: error.item() for i, error in found.items()}
