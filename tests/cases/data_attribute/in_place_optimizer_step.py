import torch
from torch.optim import Optimizer


class Plain(Optimizer):
    def step(self, closure=None):
        loss = closure() if closure is not None else None
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                d_p = p.grad.data
                if group["weight_decay"] != 0:
                    d_p.add_(p.data, alpha=group["weight_decay"])
                state = self.state[p]
                state["mean"] = torch.zeros_like(p.data)
                p.data.add_(d_p, alpha=-group["lr"])
        return loss
# output
import torch
from torch.optim import Optimizer


class Plain(Optimizer):
    def step(self, closure=None):
        loss = closure() if closure is not None else None
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                d_p = p.grad.detach()
                if group["weight_decay"] != 0:
                    d_p.add_(p.detach(), alpha=group["weight_decay"])
                state = self.state[p]
                state["mean"] = torch.zeros_like(p)
                p.detach().add_(d_p, alpha=-group["lr"])
        return loss
