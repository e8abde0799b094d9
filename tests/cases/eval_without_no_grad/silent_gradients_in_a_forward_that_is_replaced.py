# other: ops.py
#| import torch
#| def slope(self, x):
#|     h = torch.nn.functional.linear(x, self.weight)
#|     return torch.autograd.grad(h.sin().sum(), h)[0]
import torch
import types
from torch import nn
from ops import slope
net = nn.Linear(3, 3)
net.forward = types.MethodType(slope, net)
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
