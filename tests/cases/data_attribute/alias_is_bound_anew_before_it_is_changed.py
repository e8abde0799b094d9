import torch


def shrink(model: torch.nn.Linear, x: torch.Tensor):
    h = model(x)
    raw = h.data
    print(raw.norm())
    raw = torch.zeros(3)
    raw.add_(1)
    h.sum().backward()
# output
import torch


def shrink(model: torch.nn.Linear, x: torch.Tensor):
    h = model(x)
    raw = h.detach()
    print(raw.norm())
    raw = torch.zeros(3)
    raw.add_(1)
    h.sum().backward()
