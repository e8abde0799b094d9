import torch
from torch.autograd import Variable

layer = torch.nn.Linear(2, 2)
hidden = layer(torch.ones(1, 2))
h = Variable(hidden)
w = Variable(layer.weight)
total = Variable(hidden + 1)
# output
import torch

layer = torch.nn.Linear(2, 2)
hidden = layer(torch.ones(1, 2))
h = hidden.detach()
w = layer.weight.detach()
total = (hidden + 1).detach()
