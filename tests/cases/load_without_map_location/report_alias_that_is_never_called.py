import torch

torch_load = torch.load
