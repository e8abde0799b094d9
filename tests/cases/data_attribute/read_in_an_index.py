import torch

x = torch.randn(4, 2)
order = torch.randperm(4)
y = x.data[order.data]
# output
import torch

x = torch.randn(4, 2)
order = torch.randperm(4)
y = x.detach()[order]
