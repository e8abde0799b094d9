import torch

net = torch.nn.Linear(3, 1)
net(torch.ones(2, 3)).sum().backward()
setattr(net.weight, "grad", net.weight * 2)
total = net.weight.grad.data.sum() + net.weight.sum()
net.weight.grad = None
total.backward()
# output
import torch

net = torch.nn.Linear(3, 1)
net(torch.ones(2, 3)).sum().backward()
setattr(net.weight, "grad", net.weight * 2)
total = net.weight.grad.detach().sum() + net.weight.sum()
net.weight.grad = None
total.backward()
