import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    return torch.from_numpy(loss.detach().numpy()), torch.as_tensor(loss.detach().numpy())
