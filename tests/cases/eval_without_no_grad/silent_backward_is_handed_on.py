import torch

net.eval()
for x, y in loader:
    loss = criterion(net(x), y)
    later(loss.backward)
    print(loss.item())
