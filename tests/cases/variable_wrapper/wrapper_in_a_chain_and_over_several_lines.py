import torch
from torch.autograd import Variable

xs = Variable(torch.LongTensor([1, 2])).unsqueeze(0)
y = Variable(-torch.ones(3)).sum()
h = Variable(
    torch.zeros(
        2,
        3,
    )
)
# output
import torch

xs = torch.LongTensor([1, 2]).unsqueeze(0)
y = (-torch.ones(3)).sum()
h = torch.zeros(
        2,
        3,
    )
