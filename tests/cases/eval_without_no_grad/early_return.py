# flags: --unsafe-fixes
import torch


def predict(model, x):
    model.eval()
    if x is None:
        return None
    y = model(x)
    return y.argmax(1)
# output
import torch


def predict(model, x):
    model.eval()
    if x is None:
        return None
    with torch.no_grad():
        y = model(x)
        return y.argmax(1)
