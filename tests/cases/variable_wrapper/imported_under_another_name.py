import torch
from torch.autograd import Variable as V

x = V(torch.ones(3))
# output
import torch

x = torch.ones(3)
