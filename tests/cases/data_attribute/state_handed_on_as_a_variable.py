import torch
from torch.autograd import Variable


def repackaged(model: torch.nn.LSTM, h: torch.Tensor):
    h = torch.tanh(model(h)[0])
    return Variable(h.data)


def shrunk(model: torch.nn.Linear, x: torch.Tensor):
    h = torch.exp(model(x))
    v = Variable(h.data)
    v.mul_(2)
    h.sum().backward()
# output
import torch
from torch.autograd import Variable


def repackaged(model: torch.nn.LSTM, h: torch.Tensor):
    h = torch.tanh(model(h)[0])
    return Variable(h.detach())


def shrunk(model: torch.nn.Linear, x: torch.Tensor):
    h = torch.exp(model(x))
    v = Variable(h.data)
    v.mul_(2)
    h.sum().backward()
# findings
7: TFC601 safe fixed
12: TFC601 report left so autograd may raise once it sees the edit on line 13
