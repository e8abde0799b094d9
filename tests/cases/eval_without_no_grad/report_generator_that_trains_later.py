import torch


def stream(model, loader):
    model.eval()
    for x in loader:
        yield model(x).argmax(1).tolist()
    model.train()
