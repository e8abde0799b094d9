# flags: --unsafe-fixes
import torch

net.eval()
labels = [net(x).argmax(1).tolist() for x in loader]
# output
import torch

net.eval()
with torch.no_grad():
    labels = [net(x).argmax(1).tolist() for x in loader]
