import torch

for x, y in loader:
    loss = criterion(net(x), y)
    loss.backward()
    optimizer.step()
    for p in net.parameters():
        p.grad = None
