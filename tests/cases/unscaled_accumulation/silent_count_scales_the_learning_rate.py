import torch

criterion = torch.nn.CrossEntropyLoss()
k = 4
optimizer = torch.optim.SGD(net.parameters(), lr=0.1 / k)
for i, (x, y) in enumerate(loader):
    criterion(net(x), y).backward()
    if (i + 1) % k == 0:
        optimizer.step()
        optimizer.zero_grad()
