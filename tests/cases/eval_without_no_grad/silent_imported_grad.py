import torch
from torch.autograd import grad

net.eval()
y = net(x)
g = grad(y.sum(), x)[0]
print(g.norm().item(), y.mean().item())
