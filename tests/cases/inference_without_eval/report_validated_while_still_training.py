import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 2))
criterion, optimizer = nn.CrossEntropyLoss(), torch.optim.SGD(net.parameters(), lr=0.1)


def validate(model, test_loader):
    hits = 0
    with torch.no_grad():
        for x, y in test_loader:
            hits += (model(x).argmax(1) == y).sum().item()
    return hits


def main(train_loader, test_loader):
    for x, y in train_loader:
        optimizer.zero_grad()
        criterion(net(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x, y in test_loader:
            print(net(x).argmax(1) == y)
    return validate(net, test_loader)
# findings
12: TFC102 report left nothing in this file calls `eval()`
23: TFC102 report left nothing in this file calls `eval()`
