# other: losses.py
#| import torch
#| def penalty(k, h):
#|     return torch.autograd.grad(h.sin().sum(), h)[0].norm() * k
import torch
from functools import partial
from torch import nn
from losses import penalty
net = nn.Linear(3, 3)
net.eval()
loss = partial(penalty, 2)
out = net(torch.ones(2, 3))
print(loss(out).item())
