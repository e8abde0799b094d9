import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    total = loss.detach()
    bar.set_description(total.data.cpu().numpy()[0])
    print("%.3f" % loss.data.cpu().numpy()[0], loss.cpu().detach().numpy()[0])
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    total = loss.detach()
    bar.set_description(total.item())
    print("%.3f" % loss.item(), loss.item())
