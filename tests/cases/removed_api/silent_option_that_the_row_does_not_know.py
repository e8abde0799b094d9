import torch

x = torch.norm(torch.ones(2, 2), p='nuc')
