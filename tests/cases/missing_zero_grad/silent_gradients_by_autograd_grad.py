import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.ones(4, 2, 3):
    loss = net(x).pow(2).mean()
    grads = torch.autograd.grad(loss, list(net.parameters()))
    for p, g in zip(net.parameters(), grads):
        p.grad = g
    optimizer.step()
