import torch

net.eval()
for x in loader:
    x = langevin(net, x)
    print(net(x).mean().item())
