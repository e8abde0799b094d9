import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    value = loss.data.cpu().numpy()
    first, second = loss.detach().numpy(), loss.sum().detach().cpu().numpy()
    print("%.3f %.3f" % (value, first), f"{second:.2f}")
    if value:
        return float(value)
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    value = loss.item()
    first, second = loss.item(), loss.sum().item()
    print("%.3f %.3f" % (value, first), f"{second:.2f}")
    if value:
        return float(value)
