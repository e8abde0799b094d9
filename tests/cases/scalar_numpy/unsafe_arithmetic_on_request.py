# flags: --unsafe-fixes
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    total = 0.0
    total += loss.data.cpu().numpy()
    return total, loss.detach().numpy() / 3, -loss.detach().numpy(), abs(loss.detach().numpy())
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    total = 0.0
    total += loss.item()
    return total, loss.item() / 3, -loss.item(), abs(loss.item())
