# other: utils.py
#| import torch
#| from torch.autograd import Variable
from utils import torch, Variable

x = Variable(torch.zeros(3))
# output
from utils import torch

x = torch.zeros(3)
