import torch


def shrink(model: torch.nn.Linear, x: torch.Tensor, flag):
    h = torch.exp(model(x))
    raw = h.data
    if flag:
        raw = raw.view(-1)
        raw.mul_(2)
    h.sum().backward()
# findings
6: TFC601 report left `h` feeds `h.sum().backward()` on line 10
