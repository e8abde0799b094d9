import torch

state = torch.load("a.pt", **options)
