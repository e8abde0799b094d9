import torch
from torch.utils.checkpoint import checkpoint

net.eval()
for x in loader:
    h = checkpoint(net.encoder, x)
    print(net(h).argmax(1).tolist())
