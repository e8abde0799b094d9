import torch
from torch.autograd \
    import Variable

x = Variable(torch.ones(2))
# output
import torch

x = torch.ones(2)
