import torch

x = torch.ones(3)
x.add_(torch.ones(3), alpha=2)
x.addcmul_(x, x, value=2)
