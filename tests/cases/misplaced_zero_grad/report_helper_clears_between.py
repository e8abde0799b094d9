import torch


def clear():
    optimizer.zero_grad()


for x, y in loader:
    criterion(net(x), y).backward()
    clear()
    optimizer.step()
