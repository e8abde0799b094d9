import torch


def inner(x):
    x.backward()


def outer(x):
    inner(x.sum())
    return x


def evaluate(model, loader):
    model.eval()
    for x, y in loader:
        print(outer(model(x)).argmax(1).tolist())
