import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    meter.update(loss.data.cpu().numpy(), x.size(0))
    wandb.log(loss=loss.detach().numpy())
