import torch

net.eval()
out = net(x)
out.register_hook(print)
print(out.mean().item())
