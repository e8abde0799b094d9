import torch

net = torch.nn.Linear(2, 1)
net(torch.ones(1, 2)).pow(2).sum().backward(create_graph=True)
for p in net.parameters():
    print(p.grad.data.norm())
# output
import torch

net = torch.nn.Linear(2, 1)
net(torch.ones(1, 2)).pow(2).sum().backward(create_graph=True)
for p in net.parameters():
    print(p.grad.detach().norm())
