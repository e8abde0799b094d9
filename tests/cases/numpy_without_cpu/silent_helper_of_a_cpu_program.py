# path: plots.py
# other: main.py
#| import torch
#| from plots import show
#| net = torch.nn.Linear(1, 1)
#| show(net, torch.ones(3, 1))
import torch


def show(net, x):
    net.eval()
    with torch.no_grad():
        out = net(x)
    return out.numpy()
