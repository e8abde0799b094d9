import torch
from torch.autograd import Variable

gen = torch.nn.Linear(2, 3)
fake = Variable(gen(torch.ones(4, 2)).data)
mixed = 0.5 * fake + 0.5 * gen(torch.zeros(4, 2))
start = Variable(mixed.data, requires_grad=True)
# output
import torch

gen = torch.nn.Linear(2, 3)
fake = gen(torch.ones(4, 2)).data
mixed = 0.5 * fake + 0.5 * gen(torch.zeros(4, 2))
start = mixed.data.requires_grad_()
