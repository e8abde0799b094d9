import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.tensor([16777217.0], dtype=torch.float64)
kept = x.data  #!-
kept = x.detach().float()  #!+
print(kept.shape)
