import torch

layer = torch.nn.Linear(2, 2)
flat = layer.weight.view(-1)
flat.data.mul_(2)
print(flat.sum())
# output
import torch

layer = torch.nn.Linear(2, 2)
flat = layer.weight.view(-1)
flat.detach().mul_(2)
print(flat.sum())
