import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    value = loss.detach().numpy()
    return value is None, 0.5 in loss.detach().numpy()
