import torch

x = torch.ones(3)
del x.data
del x.data[0]
