import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    if not loss.detach().numpy():
        return [i for i in range(3) if loss.detach().numpy()]
    while loss.detach().cpu().numpy() and target is not None:
        break
    assert loss.data.numpy()
    return 1 if loss.data.numpy() else 2
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    if not loss.item():
        return [i for i in range(3) if loss.item()]
    while loss.item() and target is not None:
        break
    assert loss.item()
    return 1 if loss.item() else 2
