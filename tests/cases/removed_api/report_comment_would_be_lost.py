import torch

x = torch.chain_matmul(
    torch.ones(3, 3),  # ones
    torch.ones(3, 3),
)
