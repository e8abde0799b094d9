import torch

xs, ys = torch.meshgrid(a, b, indexing='xy')
