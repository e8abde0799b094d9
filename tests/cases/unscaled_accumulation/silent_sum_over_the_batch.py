import torch

criterion = torch.nn.CrossEntropyLoss()
for i, (x, y) in enumerate(loader):
    loss = criterion(net(x), y) * x.size(0)
    loss.backward()
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
