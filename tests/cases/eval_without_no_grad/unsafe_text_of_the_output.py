import torch

net.eval()
for x in loader:
    out = net(x)
    names.append(str(out))
