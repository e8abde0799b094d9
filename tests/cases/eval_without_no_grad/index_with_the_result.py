# flags: --unsafe-fixes
import torch

net.eval()
out = net(x)
names = table[out.argmax(1)]
kept = x[out.sigmoid() > 0.5]
# output
import torch

net.eval()
with torch.no_grad():
    out = net(x)
    names = table[out.argmax(1)]
    kept = x[out.sigmoid() > 0.5]
