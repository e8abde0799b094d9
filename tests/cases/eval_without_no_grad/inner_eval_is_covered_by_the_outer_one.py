# flags: --unsafe-fixes
import torch

net.eval()
for name, loader in loaders.items():
    net.eval()
    for x in loader:
        print(name, net(x).argmax(1).tolist())
# output
import torch

net.eval()
with torch.no_grad():
    for name, loader in loaders.items():
        net.eval()
        for x in loader:
            print(name, net(x).argmax(1).tolist())
