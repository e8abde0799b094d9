import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    return loss.detach().cpu().numpy()[()], loss.detach().numpy().item()
