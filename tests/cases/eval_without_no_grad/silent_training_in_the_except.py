import torch

net.eval()
try:
    out = net(x)
    print(out.argmax(1).tolist())
except ValueError:
    net(x).sum().backward()
