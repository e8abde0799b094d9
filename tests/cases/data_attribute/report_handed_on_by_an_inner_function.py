import torch
from torch.autograd import Variable


def shrunk(model: torch.nn.Linear, x: torch.Tensor):
    h = torch.exp(model(x))

    def detached():
        return Variable(h.data)

    v = detached()
    v.mul_(2)
    h.sum().backward()


def given_back(model: torch.nn.Linear, x: torch.Tensor):
    h = torch.exp(model(x))

    def same():
        return h.data

    v = same()
    v.mul_(2)
    h.sum().backward()


def hidden(model: torch.nn.Linear, x: torch.Tensor, steps):
    def maker():
        return lambda given: given

    same = maker()
    h = torch.exp(model(x))
    steps.last = same(h.data)


def wrapped(model: torch.nn.Linear, x: torch.Tensor, steps, timed):
    same = timed(lambda given: given)
    h = torch.exp(model(x))
    steps.last = same(h.data)
# findings
9: TFC601 report left feeds `h.sum().backward()` on line 13
20: TFC601 report left feeds `h.sum().backward()` on line 24
33: TFC601 unsafe left leaves the function on line 33
39: TFC601 unsafe left leaves the function on line 39
