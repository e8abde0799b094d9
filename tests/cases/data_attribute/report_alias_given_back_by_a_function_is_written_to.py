import torch


def same(given):
    return given


def shrink(model: torch.nn.Linear, x: torch.Tensor):
    h = torch.exp(model(x))
    raw = same(h.data)
    raw.mul_(2)
    h.sum().backward()
# findings
10: TFC601 report left so autograd may raise once it sees the edit on line 11
