import torch

v = torch.ones(3)
w = v.data.sum()
# output
import torch

v = torch.ones(3)
w = v.sum()
