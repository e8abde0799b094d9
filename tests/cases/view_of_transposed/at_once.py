import torch

x = torch.ones(2, 3)
y = x.permute(1, 0).view(-1)
# output
import torch

x = torch.ones(2, 3)
y = x.permute(1, 0).reshape(-1)
