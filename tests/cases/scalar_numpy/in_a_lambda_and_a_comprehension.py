import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    return [float(loss.detach().numpy()) for _ in range(3)], lambda: float(loss.detach().numpy())
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    return [float(loss.item()) for _ in range(3)], lambda: float(loss.item())
