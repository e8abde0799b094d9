import torch

x = torch.zeros(3)
s = x.storage().cuda()
