import torch

net.eval()
out = net(x)
out.retain_grad()
print(out.mean().item())
