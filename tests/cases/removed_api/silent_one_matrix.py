import torch

product = torch.chain_matmul(torch.ones(2, 2))
