# flags: --unsafe-fixes
import torch

net.eval()
for epoch in range(2):
    for x, y in loader:
        if len(x) < 2:
            continue
        print((net(x).argmax(1) == y).sum().item())
# output
import torch

net.eval()
with torch.no_grad():
    for epoch in range(2):
        for x, y in loader:
            if len(x) < 2:
                continue
            print((net(x).argmax(1) == y).sum().item())
