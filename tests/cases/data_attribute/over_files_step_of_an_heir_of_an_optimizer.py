# path: halving.py
# other: main.py
#| import torch
#| from halving import Halving
#| net = torch.nn.Linear(2, 1)
#| opt = Halving(net.parameters(), lr=0.1)
#| def fit(x):
#|     opt.zero_grad()
#|     net(x).sum().backward()
#|     opt.step()
#| fit(torch.ones(2))
from torch.optim import SGD


class Halving(SGD):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.mul_(0.5)
# output
from torch.optim import SGD


class Halving(SGD):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.detach().mul_(0.5)
