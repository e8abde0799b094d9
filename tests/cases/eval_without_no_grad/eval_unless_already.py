# flags: --unsafe-fixes
import torch

if net.training:
    net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
import torch

if net.training:
    net.eval()
with torch.no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
