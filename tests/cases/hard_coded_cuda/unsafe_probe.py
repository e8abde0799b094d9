import torch

try:
    x = torch.zeros(1, device="cuda")
except RuntimeError:
    x = torch.zeros(1)
