import functools

import torch


def run(model: torch.nn.Linear, x: torch.Tensor, steps):
    def inner(given):
        return given

    same = lambda given: given
    h = torch.exp(model(x))
    steps.one = same(h.data)
    steps.two = inner(h.data)
    steps.three = (lambda given: given)(h.data)
    steps.four = {"same": same}["same"](h.data)
    steps.five = functools.partial(same, h.data)()
    steps.six = list(map(same, [h.data]))
# findings
12: TFC601 unsafe left leaves the function on line 12
13: TFC601 unsafe left leaves the function on line 13
14: TFC601 unsafe left leaves the function on line 14
15: TFC601 unsafe left leaves the function on line 15
16: TFC601 unsafe left leaves the function on line 16
17: TFC601 unsafe left leaves the function on line 17
