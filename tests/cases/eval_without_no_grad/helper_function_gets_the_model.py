# flags: --unsafe-fixes
import torch


def score(net, x, y):
    return (net(x).argmax(1) == y).float().mean().item()


def main():
    net = load()
    net.eval()
    for x, y in loader:
        print(score(net, x, y))
# output
import torch


def score(net, x, y):
    return (net(x).argmax(1) == y).float().mean().item()


def main():
    net = load()
    net.eval()
    with torch.no_grad():
        for x, y in loader:
            print(score(net, x, y))
