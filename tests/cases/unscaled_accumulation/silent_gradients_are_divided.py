import torch

criterion = torch.nn.CrossEntropyLoss()
for i, (x, y) in enumerate(loader):
    criterion(net(x), y).backward()
    if (i + 1) % 4 == 0:
        for p in net.parameters():
            p.grad /= 4
        optimizer.step()
        optimizer.zero_grad()
