import torch

p = torch.nn.Parameter(torch.ones(2))
p.sum().backward()
p.grad.data = torch.zeros(2)
