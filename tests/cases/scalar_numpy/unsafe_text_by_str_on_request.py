# flags: --unsafe-fixes
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    line = "loss " + str(loss.detach().numpy())
    print(loss.data.cpu().numpy(), repr(loss.detach().numpy()))
    print("%s" % loss.detach().numpy(), "{!r}".format(loss.detach().numpy()), f"{loss.detach().numpy()!s}")
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    line = "loss " + str(loss.item())
    print(loss.item(), repr(loss.item()))
    print("%s" % loss.item(), "{!r}".format(loss.item()), f"{loss.item()!s}")
