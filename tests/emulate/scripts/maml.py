"""Gradients of gradients: meta-learning, gradient penalty, hessian, vmap."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(15)
net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1)).cuda()
opt = torch.optim.Adam(net.parameters(), 1e-2)


def fwd(x, w):
    return F.linear(torch.tanh(F.linear(x, w[0], w[1])), w[2], w[3])


def task():
    a, b = torch.rand(1).cuda() * 4 + 0.1, torch.rand(1).cuda() * 3
    x = (torch.rand(10, 1).cuda() - 0.5) * 10
    return x, a * torch.sin(x + b)


for it in range(4):
    opt.zero_grad()
    meta = 0
    for _ in range(3):
        x, y = task()
        w = list(net.parameters())
        for _ in range(2):
            g = torch.autograd.grad(F.mse_loss(fwd(x[:5], w), y[:5]), w, create_graph=True)
            w = [p - 0.01 * q for p, q in zip(w, g)]
        meta = meta + F.mse_loss(fwd(x[5:], w), y[5:])
    meta.backward()
    opt.step()
    print(it, meta.item())
d = torch.rand(6, 3).cuda().requires_grad_()
c = nn.Linear(3, 1).cuda()
gr = torch.autograd.grad(c(d).sum(), d, torch.ones([]).cuda(), create_graph=True)[0]
gp = ((gr.norm(2, dim=1) - 1) ** 2).mean() * 10
gp.backward()
print("gp", gp.item(), c.weight.grad.norm().item())
from torch.autograd.functional import hessian, jacobian

print(
    hessian(lambda v: (v**3).sum(), torch.arange(3.0).cuda()).sum().item(),
    jacobian(lambda v: v.exp(), torch.zeros(2).cuda()).trace().item(),
)
from torch.func import grad, vmap

print(vmap(grad(lambda v: (v.sin() ** 2).sum()))(torch.ones(3, 2).cuda()).sum().item())
