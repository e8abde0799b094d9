import torch
from torch import nn
from torch.nn import functional as F

loss = F.binary_cross_entropy(F.softmax(torch.ones(1, 2), dim=1), torch.ones(1, 2))
