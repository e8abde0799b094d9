import torch

seen = set()
seen.add(3)
x = torch.ones(3)
