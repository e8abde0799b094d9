import torch

KEPT = []


class Bag:
    def __init__(self, given):
        self.given = given


def keep(given):
    KEPT.append(given)


def run(model: torch.nn.Linear, x: torch.Tensor):
    h = torch.exp(model(x))
    keep(h.data)
    return Bag(h.data)
# findings
17: TFC601 unsafe left leaves the function on line 17
18: TFC601 unsafe left leaves the function on line 18
