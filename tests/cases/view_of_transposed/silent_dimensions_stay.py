import torch

x = torch.ones(2, 3, 4).transpose(0, 1)
y = x.view(3, 2, -1)
z = x.transpose(0, 1).view(2, 12)
