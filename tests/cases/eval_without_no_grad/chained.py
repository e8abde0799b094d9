# flags: --unsafe-fixes
import torch

net = Net().to(device).eval()
out = net(x)
print(out.argmax(1).tolist())
# output
import torch

net = Net().to(device).eval()
with torch.no_grad():
    out = net(x)
    print(out.argmax(1).tolist())
