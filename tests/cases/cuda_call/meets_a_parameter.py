import torch
from torch import Tensor


class Gaussian:
    def sample(self, mu: Tensor, logvar: Tensor):
        std = logvar.mul(0.5).exp_()
        eps = torch.randn(3)
        if self.use_cuda:
            eps = eps.cuda()
        return eps.mul(std.view(-1, 3)) + mu


def mask(lengths):
    longest = torch.max(lengths).item()
    ids = torch.arange(0, longest).cuda()
    return (ids < lengths.unsqueeze(1)).bool()


def shift(x: Tensor, scale):
    n = x.size(0)
    noise = torch.zeros(n).cuda().normal_()
    x = x + noise * scale
    return x


def add_in_place(x: Tensor):
    batch, width = x.shape
    x += torch.ones(batch, width).cuda()
    return x


def project(x: Tensor):
    first = torch.eye(3).cuda(non_blocking=True)
    with torch.no_grad():
        second = first.t().contiguous()
        return x @ second


def chain(x: Tensor):
    flat = x.view(x.size(0), -1)
    rows = flat.detach()[:, 1:]
    if torch.ones(2).cuda().gt(-rows).all():
        return 1
    return 2


def pad(x: Tensor):
    zeros = torch.zeros(1, x.size(1)).cuda()
    return torch.cat([zeros, x])


def choose(x: Tensor, keep):
    chosen = torch.where(keep, x[None], torch.zeros(3).cuda())
    return chosen.masked_fill(x[:, :] > 0, 0.0)


def difference(a: Tensor, b: Tensor, at):
    if at is None:
        a = a.flatten().cuda()
    return (a - b.t()[:]).abs_()


def pick(x: Tensor, n):
    index = torch.zeros(n).long().cuda()
    return x.view(n, 1).gather(0, index.view(n, 1)), x[:n].masked_fill_(index == 0, 1.0)
# output
import torch
from torch import Tensor


class Gaussian:
    def sample(self, mu: Tensor, logvar: Tensor):
        std = logvar.mul(0.5).exp_()
        eps = torch.randn(3)
        if self.use_cuda:
            eps = eps.to(logvar.device)
        return eps.mul(std.view(-1, 3)) + mu


def mask(lengths):
    longest = torch.max(lengths).item()
    ids = torch.arange(0, longest).to(lengths.device)
    return (ids < lengths.unsqueeze(1)).bool()


def shift(x: Tensor, scale):
    n = x.size(0)
    noise = torch.zeros(n).to(x.device).normal_()
    x = x + noise * scale
    return x


def add_in_place(x: Tensor):
    batch, width = x.shape
    x += torch.ones(batch, width).to(x.device)
    return x


def project(x: Tensor):
    first = torch.eye(3).to(x.device, non_blocking=True)
    with torch.no_grad():
        second = first.t().contiguous()
        return x @ second


def chain(x: Tensor):
    flat = x.view(x.size(0), -1)
    rows = flat.detach()[:, 1:]
    if torch.ones(2).to(x.device).gt(-rows).all():
        return 1
    return 2


def pad(x: Tensor):
    zeros = torch.zeros(1, x.size(1)).to(x.device)
    return torch.cat([zeros, x])


def choose(x: Tensor, keep):
    chosen = torch.where(keep, x[None], torch.zeros(3).to(x.device))
    return chosen.masked_fill(x[:, :] > 0, 0.0)


def difference(a: Tensor, b: Tensor, at):
    if at is None:
        a = a.flatten().to(b.device)
    return (a - b.t()[:]).abs_()


def pick(x: Tensor, n):
    index = torch.zeros(n).long().to(x.device)
    return x.view(n, 1).gather(0, index.view(n, 1)), x[:n].masked_fill_(index == 0, 1.0)
