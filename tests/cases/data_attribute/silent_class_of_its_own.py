# A question about the class, or an attribute that only such a class has: no gradients are in it.
import torch
from torch.distributed.tensor import DTensor

layer = torch.nn.Linear(3, 3)
for name, param in layer.named_parameters():
    if isinstance(param.data, DTensor):
        print(name, param.data.placements)
