# flags: --unsafe-fixes
import torch

net.eval()
score = net.forward(x).mean().item()
# output
import torch

net.eval()
with torch.no_grad():
    score = net.forward(x).mean().item()
