import torch
from torch import nn

torch.set_grad_enabled(False)
w = torch.zeros(3, requires_grad=True)
w += 1
