import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


TEMPLATE = "%.2f" + "%%"


def step(x, target):
    loss = criterion(net(x), target)
    print(TEMPLATE % loss.detach().numpy(), "step %d".join(["a"]) % loss.detach().numpy())
