import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print(
        "loss %.3f"
        % loss.detach()
        .cpu()
        .numpy()
    )
    value = float(
        loss.data.numpy(),  # for the log
    )
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print(
        "loss %.3f"
        % loss.item()
    )
    value = float(
        loss.item(),  # for the log
    )
