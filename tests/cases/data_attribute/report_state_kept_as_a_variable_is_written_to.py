import torch
from torch.autograd import Variable


class Job:
    def run(self, model: torch.nn.Linear, x: torch.Tensor):
        self.v = torch.exp(model(x))
        loss = (self.v * self.v).sum()
        self.v = Variable(self.v.data)
        self.v.mul_(2)
        loss.backward()


class Quiet:
    def run(self, model: torch.nn.Linear, x: torch.Tensor):
        self.h = torch.exp(model(x))
        self.h = Variable(self.h.data)
        return self.h.sum()
# output
import torch
from torch.autograd import Variable


class Job:
    def run(self, model: torch.nn.Linear, x: torch.Tensor):
        self.v = torch.exp(model(x))
        loss = (self.v * self.v).sum()
        self.v = Variable(self.v.data)
        self.v.mul_(2)
        loss.backward()


class Quiet:
    def run(self, model: torch.nn.Linear, x: torch.Tensor):
        self.h = torch.exp(model(x))
        self.h = Variable(self.h.detach())
        return self.h.sum()
# findings
9: TFC601 report left the edit on line 10
17: TFC601 safe fixed
