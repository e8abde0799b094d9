import torch

criterion = torch.nn.CrossEntropyLoss()
for i, (x, y) in enumerate(loader):
    if i % 5 == 0:
        criterion(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
