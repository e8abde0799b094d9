import torch

try:
    x = torch.zeros(1).cuda()
except RuntimeError:
    x = torch.zeros(1)
