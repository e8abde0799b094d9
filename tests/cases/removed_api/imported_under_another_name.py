import torch
from torch import chain_matmul as product

y = product(a, b, c)
# output
import torch

y = torch.linalg.multi_dot([a, b, c])
