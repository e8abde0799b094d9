"""Autograd functions of its own, binary weights swapped by `.data`, gradcheck."""

import torch
import torch.nn as nn
from torch.autograd import Function, Variable, gradcheck

torch.manual_seed(8)


class BinActive(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        g = g.clone()
        g[x.ge(1)] = 0
        g[x.le(-1)] = 0
        return g


class GradReverse(Function):
    @staticmethod
    def forward(ctx, x, l):
        ctx.l = l
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g.neg() * ctx.l, None


class BinOp:
    def __init__(self, model):
        self.t = [m.weight for m in model.modules() if isinstance(m, nn.Linear)]
        self.s = [w.data.clone() for w in self.t]

    def binarization(self):
        for i, w in enumerate(self.t):
            self.s[i].copy_(w.data)
            m = w.data.norm(1, 1, keepdim=True).div(w.data[0].nelement())
            w.data = w.data.sign().mul(m.expand(w.data.size()))

    def restore(self):
        for i, w in enumerate(self.t):
            w.data.copy_(self.s[i])


net = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.Hardtanh(), nn.Linear(12, 2)).cuda()
op = BinOp(net)
x = Variable(torch.randn(20, 6).cuda(), requires_grad=True)
y = Variable((x.data.sum(1) > 0).long())
opt = torch.optim.Adam(net.parameters(), 0.01)
for i in range(4):
    op.binarization()
    h = BinActive.apply(net[2](net[1](net[0](x))))
    h = GradReverse.apply(h, -0.5)
    loss = nn.functional.multi_margin_loss(net[3](h), y)
    opt.zero_grad()
    loss.backward()
    op.restore()
    opt.step()
    print(i, loss.data.cpu().numpy())
buf = x.data.new().resize_(3, 4).fill_(2)
buf2 = x.data.new(2, 2).fill_(1)
buf.resize_as_(buf2).copy_(buf2)
print(
    buf.sum().item(),
    x.grad.data.norm().item(),
    x.data.type().split(".")[-1],
    isinstance(x.data, (torch.FloatTensor, torch.cuda.FloatTensor)),
)
t = torch.randn(3, 3).double().cuda().requires_grad_()
print(gradcheck(lambda a: (a.tanh() @ a).sum(), (t,)))
