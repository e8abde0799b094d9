# other: losses.py
#| import torch
#| def maker(k):
#|     def penalty(h):
#|         return torch.autograd.grad(h.sin().sum(), h)[0].norm() * k
#|     return penalty
import torch
from torch import nn
from losses import maker
net = nn.Linear(3, 3)
net.eval()
loss = maker(2)
out = net(torch.ones(2, 3))
print(loss(out).item())
