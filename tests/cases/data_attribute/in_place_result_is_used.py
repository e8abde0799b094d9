import torch

p = torch.nn.Parameter(torch.ones(3))
g = torch.ones(3)
p.sum().backward()
buf = p.grad.data.mul_(0.9).add_(g)
# output
import torch

p = torch.nn.Parameter(torch.ones(3))
g = torch.ones(3)
p.sum().backward()
buf = p.grad.detach().mul_(0.9).add_(g)
