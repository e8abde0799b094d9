import torch

net = torch.nn.Linear(2, 1)
net(torch.ones(1, 2)).sum().backward()
total = 0.0
for p in net.parameters():
    if p.grad is None:
        continue
    d_p = p.grad.data
    total += p.grad.data.norm(2).item() ** 2
    p.grad.data.clamp_(-1, 1)
    p.grad.data *= 0.5
    p.data.add_(d_p, alpha=-0.1)
    p.grad.data.zero_()
for p in net.parameters():
    try:
        g = p.grad.data
    except AttributeError:
        continue
    print(g)
# output
import torch

net = torch.nn.Linear(2, 1)
net(torch.ones(1, 2)).sum().backward()
total = 0.0
for p in net.parameters():
    if p.grad is None:
        continue
    d_p = p.grad.detach()
    total += p.grad.norm(2).item() ** 2
    p.grad.detach().clamp_(-1, 1)
    p.grad.detach().mul_(0.5)
    p.detach().add_(d_p, alpha=-0.1)
    p.grad.detach().zero_()
for p in net.parameters():
    try:
        g = p.grad.detach()
    except AttributeError:
        continue
    print(g)
