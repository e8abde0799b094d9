import torch
from torch.autograd import Variable

for x, y in torch.ones(3, 2, 2):
    x, y = Variable(x), y
    print(x + y)
# output
import torch

for x, y in torch.ones(3, 2, 2):
    print(x + y)
