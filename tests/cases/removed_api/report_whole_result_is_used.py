import torch

x, lu = torch.gesv(b, A)
