import torch

criterion = torch.nn.CrossEntropyLoss()
for i, (x, y) in enumerate(loader):
    loss = criterion(net(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    if i % 100 == 0:
        print(loss.item())
