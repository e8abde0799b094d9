import torch

x = torch.symeig(*arguments)
