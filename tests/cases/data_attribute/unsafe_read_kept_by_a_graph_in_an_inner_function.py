import torch
from torch import nn

net = nn.Linear(2, 1)
scale = nn.Parameter(torch.ones(1, 2))
opt = torch.optim.SGD(net.parameters(), 0.1)


def run():
    anchor = net.weight.data

    def made():
        return (scale * anchor).sum()

    penalty = made()
    net(torch.ones(1, 2)).sum().backward()
    opt.step()
    penalty.backward()


class Quantizer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.scale = nn.Parameter(torch.ones(1))

    def calculate(self):
        self.scale.data.clamp_(min=0.1)
        return self.scale.detach()

    def forward(self, x):
        def scaled():
            return self.inner.calculate()

        return x * self.scale * scaled()
# findings
10: TFC601 unsafe left line 17 may write to it first
28: TFC601 unsafe left no call here shows when line 28 runs
