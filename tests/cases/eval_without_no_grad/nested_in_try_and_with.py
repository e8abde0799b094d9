# flags: --unsafe-fixes
import torch


def run(net, path):
    net.eval()
    try:
        with open(path) as file:
            x = read(file)
            label = net(x).argmax(1).item()
    except OSError:
        label = -1
    return label
# output
import torch


def run(net, path):
    net.eval()
    try:
        with open(path) as file:
            x = read(file)
            with torch.no_grad():
                label = net(x).argmax(1).item()
    except OSError:
        label = -1
    return label
