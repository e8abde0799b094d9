import torch

device = torch.device("cuda", 1)
