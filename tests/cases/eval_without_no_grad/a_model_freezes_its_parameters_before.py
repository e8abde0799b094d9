# flags: --unsafe-fixes
import torch

net.requires_grad_(False)
net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
import torch

net.requires_grad_(False)
net.eval()
with torch.no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
