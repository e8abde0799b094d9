# flags: --unsafe-fixes
import torch

for p in net.parameters():
    p.requires_grad = False
net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
import torch

for p in net.parameters():
    p.requires_grad = False
net.eval()
with torch.no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
