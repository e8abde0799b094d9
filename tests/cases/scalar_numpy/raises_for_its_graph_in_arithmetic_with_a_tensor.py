import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    out = net(x)
    return out * loss.detach().numpy()
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    out = net(x)
    return out * loss.item()
