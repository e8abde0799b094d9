# flags: --unsafe-fixes
import torch

for epoch in range(3):
    net.eval()
    total = sum(criterion(net(x), y).item() for x, y in loader)
    plateau.step(total)
# output
import torch

for epoch in range(3):
    net.eval()
    with torch.no_grad():
        total = sum(criterion(net(x), y).item() for x, y in loader)
    plateau.step(total)
