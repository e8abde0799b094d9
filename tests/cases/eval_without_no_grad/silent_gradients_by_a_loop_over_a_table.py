# other: losses.py
#| import torch
#| def penalty(h):
#|     return torch.autograd.grad(h.sin().sum(), h)[0].norm()
#| LOSSES = {"penalty": penalty}
import torch
from torch import nn
from losses import LOSSES
net = nn.Linear(3, 3)
net.eval()
out = net(torch.ones(2, 3))
for name, loss in LOSSES.items():
    print(name, loss(out).item())
