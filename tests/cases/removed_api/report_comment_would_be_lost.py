import torch

x = torch.norm(
    torch.ones(3),  # ones
    p=2,
)
