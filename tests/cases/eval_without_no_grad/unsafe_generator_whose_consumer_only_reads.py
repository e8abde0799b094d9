import torch


def stream(model, loader):
    model.eval()
    for x in loader:
        yield model(x)


for out in stream(model, loader):
    print(out.argmax(1).tolist())
