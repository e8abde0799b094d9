import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print("loss %.3f" % loss.data.cpu().numpy())
    print("%d: loss %g (%5.1f%%)" % (3, loss.detach().numpy(), loss.data.numpy()))
    print("%(loss).4f" % {"loss": loss.detach().cpu().numpy()})
    print("%*.*f" % (8, 3, loss.detach().cpu().numpy()))
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print("loss %.3f" % loss.item())
    print("%d: loss %g (%5.1f%%)" % (3, loss.item(), loss.item()))
    print("%(loss).4f" % {"loss": loss.item()})
    print("%*.*f" % (8, 3, loss.item()))
