import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    best = 0.1
    if loss.detach().cpu().numpy() < best:
        best = min(best, loss.detach().numpy())
    return loss.data.numpy() == 0.1 or loss.data.numpy() in [0.1], best
