import torch
from torch import nn
from torch.optim import Optimizer


class Plain(Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad, alpha=-group["lr"])


def twice(net, opt, x):
    out = net(x)
    out.mean().backward(retain_graph=True)
    opt.step()
    (out**2).mean().backward()
