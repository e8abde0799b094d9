import torch

v = torch.ones(3)
if v.is_leaf: w = v.data; print(w)
# output
import torch

v = torch.ones(3)
if v.is_leaf: w = v.detach(); print(w)
