import torch
from torch.autograd import Variable

x = Variable(torch.randn(3), requires_grad=True)
y = Variable(torch.zeros(2, 3, dtype=torch.float64), True)
z = Variable(torch.FloatTensor([1.0, 2.0]), requires_grad=True)
like = Variable(torch.ones_like(
    x,
), requires_grad=True)
# output
import torch

x = torch.randn(3, requires_grad=True)
y = torch.zeros(2, 3, dtype=torch.float64, requires_grad=True)
z = torch.FloatTensor([1.0, 2.0]).requires_grad_()
like = torch.ones_like(
    x,
    requires_grad=True,
)
