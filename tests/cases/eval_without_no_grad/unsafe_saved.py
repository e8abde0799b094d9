import torch

net.eval()
out = net(x)
torch.save(out, "out.pt")
