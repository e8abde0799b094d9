# path: main.py
# other: nets.py
#| from torch import nn
#| class Net(nn.Module):
#|     def __init__(self, is_trained=True):
#|         super(Net, self).__init__()
#|         self.out = nn.Linear(2, 1)
#|         self.out.weight.requires_grad = is_trained
#|     def forward(self, x):
#|         return self.out(x)
import torch
from nets import Net


class Runner:
    def __init__(self):
        self.net = None

    def setup(self):
        self.net = Net()

    def count(self, loader):
        self.net.eval()
        good = 0
        for x, y in loader:
            good += (self.net(x).argmax(1) == y).sum().item()
        return good
# output
import torch
from nets import Net


class Runner:
    def __init__(self):
        self.net = None

    def setup(self):
        self.net = Net()

    def count(self, loader):
        self.net.eval()
        good = 0
        with torch.no_grad():
            for x, y in loader:
                good += (self.net(x).argmax(1) == y).sum().item()
        return good
