# path: main.py
# other: helpers.py
#| import tqdm
#| from somewhere import make
#| class Reader:
#|     def update(self, loss):
#|         loss.backward()
#| def fill(out):
#|     out.detach_()
#|     out.requires_grad = False
#| def show(number):
#|     bar = make()
#|     bar.update(number)
import torch
from torch import nn
import helpers


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(4, 2))
        helpers.fill(self.table)
        self.out = nn.Linear(2, 1)

    def forward(self, x):
        return self.out(self.table[x])


def count(net: Net, loader):
    net.eval()
    good = 0
    for x, y in loader:
        good += (net(x).argmax(1) == y).sum().item()
        helpers.show(good)
    return good


count(Net(), [])
