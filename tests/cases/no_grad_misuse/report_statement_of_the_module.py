import torch

torch.no_grad()
out = net(x)
