import torch
from torch import nn
from workers import ensure_shared_grads

local, shared = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD(shared.parameters(), lr=0.1)
for x in torch.ones(3, 2):
    local.zero_grad()
    local(x).sum().backward()
    ensure_shared_grads(local, shared)
    optimizer.step()
for x in torch.ones(3, 2):
    fast = local
    fast(x).sum().backward()
    shared.point_grad_to(fast)
    optimizer.step()
