import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, x):
        return self.layer(x)


def save(net, path):
    torch.save(net.state_dict(), path)


def restore(path):
    net = Net()
    net.load_state_dict(torch.load(path, weights_only=True))
    return net


net = Net()
save(net, "weights.pt")
again = restore("weights.pt")
# defect
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, x):
        return self.layer(x)


def save(net, path):
    torch.save(net, path)


def restore(path):
    net = Net()
    net.load_state_dict(torch.load(path))
    return net


net = Net()
save(net, "weights.pt")
again = restore("weights.pt")
# findings
20: TFC504 report
