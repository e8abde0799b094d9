import torch

net.eval()
out = net(x)
assert out.requires_grad
print(out.mean().item())
