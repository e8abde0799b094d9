import torch

xs, ys = torch.meshgrid(a, b)
# output
import torch

xs, ys = torch.meshgrid(a, b, indexing="ij")
