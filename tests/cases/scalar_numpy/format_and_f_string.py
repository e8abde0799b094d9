import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print("loss {:.3f} {} {value:8.2f}".format(loss.data.cpu().numpy(), loss.detach().numpy(), value=loss.data.numpy()))
    print(f"loss {loss.data.cpu().numpy()} {loss.detach().numpy():.4f} {loss.detach().numpy():{8}.4f}")
    return format(loss.detach().numpy(), ".3f") + format(loss.detach().numpy())
# output
import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    print("loss {:.3f} {} {value:8.2f}".format(loss.item(), loss.item(), value=loss.item()))
    print(f"loss {loss.item()} {loss.item():.4f} {loss.item():{8}.4f}")
    return format(loss.item(), ".3f") + format(loss.item())
