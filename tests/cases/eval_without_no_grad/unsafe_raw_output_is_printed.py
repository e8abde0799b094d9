import torch

net = Net().to(device).eval()
out = net(x)
print(out)
