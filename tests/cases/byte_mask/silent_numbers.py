import torch

hit = 3 > 2
mask = (torch.ones(3) > 0).float()
y = 1 - hit, 1 - mask
