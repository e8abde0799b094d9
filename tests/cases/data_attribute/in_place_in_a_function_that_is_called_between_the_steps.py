import torch
from torch import nn


def soft_update(target: nn.Module, source: nn.Module, tau):
    for mine, new in zip(target.parameters(), source.parameters()):
        mine.data.mul_(1 - tau).add_(tau * new.data)


actor, target = nn.Linear(2, 2), nn.Linear(2, 2)
optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for x in torch.ones(3, 2):
    optimizer.zero_grad()
    (actor(x) - target(x)).pow(2).sum().backward()
    optimizer.step()
    soft_update(target, actor, 0.1)
# output
import torch
from torch import nn


def soft_update(target: nn.Module, source: nn.Module, tau):
    for mine, new in zip(target.parameters(), source.parameters()):
        mine.detach().mul_(1 - tau).add_(tau * new.detach())


actor, target = nn.Linear(2, 2), nn.Linear(2, 2)
optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for x in torch.ones(3, 2):
    optimizer.zero_grad()
    (actor(x) - target(x)).pow(2).sum().backward()
    optimizer.step()
    soft_update(target, actor, 0.1)
