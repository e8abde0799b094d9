import torch

for x, y in loader:
    criterion(net(x), y).backward()
    optimizer.step()
    net.eval()
    show(net(x))
    net.train()
