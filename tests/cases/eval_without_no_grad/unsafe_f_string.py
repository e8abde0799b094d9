import torch

net.eval()
out = net(x)
print(f"result: {out}")
