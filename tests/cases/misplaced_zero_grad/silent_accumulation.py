import torch

optimizer.zero_grad()
for i, (x, y) in enumerate(loader):
    (criterion(net(x), y) / 4).backward()
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
