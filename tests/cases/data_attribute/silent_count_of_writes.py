import torch

x = torch.ones(3)
x.add_(1)
print(x.data._version)
