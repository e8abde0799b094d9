import torch

criterion = torch.nn.CrossEntropyLoss()
def scaled(loss):
    return loss / 4


for i, (x, y) in enumerate(loader):
    scaled(criterion(net(x), y)).backward()
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
