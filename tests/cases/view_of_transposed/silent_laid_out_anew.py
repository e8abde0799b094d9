import torch

x = torch.ones(2, 3).t().contiguous()
y = x.view(-1)
z = (x + 1).view(-1)
