import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    losses = []
    losses.append(loss.data.cpu().numpy())
    return losses, [loss.detach().numpy()], {"loss": loss.detach().numpy()}
