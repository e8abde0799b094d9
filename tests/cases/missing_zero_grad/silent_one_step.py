import torch

for attempt in range(1):
    loss = criterion(net(x), y)
    loss.backward()
    optimizer.step()
for x in loader:
    criterion(net(x), 0).backward()
    optimizer.step()
    break
