import torch

for x, y in loader:
    criterion(net(x), y).backward()
    step = x.grad.sign()
    optimizer.zero_grad()
    criterion(net(x + step), y).backward()
    optimizer.step()
