import torch

for x, y in loader:
    prepare(optimizer)
    loss = criterion(net(x), y)
    loss.backward()
    optimizer.step()
