import torch

criterion = torch.nn.CrossEntropyLoss()
net = torch.nn.Linear(4, 2)


def step(x, target):
    loss = criterion(net(x), target)
    value = loss.detach().numpy()
    print("%.3f" % value)
    return value.astype("float64"), loss.detach().cpu().numpy().shape, loss.data.numpy().tolist()
