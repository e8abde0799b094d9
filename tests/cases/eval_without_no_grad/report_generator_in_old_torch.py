# flags: --target-torch 1.4
import torch


def stream(model, loader):
    model.eval()
    for x in loader:
        yield model(x).argmax(1).tolist()
