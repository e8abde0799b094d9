# flags: --unsafe-fixes
import torch


def stream(model, loader):
    model.eval()
    for x in loader:
        yield model(x).argmax(1).tolist()
# output
import torch


@torch.no_grad()
def stream(model, loader):
    model.eval()
    for x in loader:
        yield model(x).argmax(1).tolist()
