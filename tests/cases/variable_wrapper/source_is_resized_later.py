import torch
from torch.autograd import Variable

batch = torch.zeros(4, 3)
for real in [torch.ones(2, 3), torch.ones(4, 3)]:
    batch.resize_as_(real).copy_(real)
    inputs = Variable(batch)
    print(inputs.size())
# output
import torch

batch = torch.zeros(4, 3)
for real in [torch.ones(2, 3), torch.ones(4, 3)]:
    batch.resize_as_(real).copy_(real)
    inputs = batch.detach()
    print(inputs.size())
