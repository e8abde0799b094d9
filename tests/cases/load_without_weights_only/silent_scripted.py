import torch

net = torch.jit.load("a.pt")
