import torch

state = torch.load("a.pt", map_location="cuda")
