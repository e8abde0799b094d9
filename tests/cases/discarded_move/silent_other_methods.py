import torch

x = torch.zeros(3)
x.add_(1)
x.numpy()
x.to
