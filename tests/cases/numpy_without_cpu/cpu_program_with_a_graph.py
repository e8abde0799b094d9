import torch
from torch import nn

net = nn.Linear(1, 1)
x = torch.ones(3, 1, requires_grad=True)
y = x * 2
a = y.numpy()
b = net(x).numpy()
# output
import torch
from torch import nn

net = nn.Linear(1, 1)
x = torch.ones(3, 1, requires_grad=True)
y = x * 2
a = y.detach().numpy()
b = net(x).detach().numpy()
