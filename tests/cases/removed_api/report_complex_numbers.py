import torch

spectrum = torch.rfft(x, 1)
