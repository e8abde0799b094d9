import torch

x = torch.ones(3)
x.data[0] += 1
