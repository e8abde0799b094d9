# flags: --unsafe-fixes
import torch

net.eval(); out = net(x); print(out.argmax(1).tolist())
# output
import torch

net.eval()
with torch.no_grad():
    out = net(x); print(out.argmax(1).tolist())
