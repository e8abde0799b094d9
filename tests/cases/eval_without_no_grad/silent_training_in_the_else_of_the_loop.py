import torch

net.eval()
for x in loader:
    out = net(x)
    if out.max().item() > 1:
        break
else:
    out.sum().backward()
