# flags: --unsafe-fixes
import torch


def validate(model, loader):
    model.eval()
    total = 0
    for x, y in loader:
        total += criterion(model(x), y).item()
    model.train()
    return total
# output
import torch


def validate(model, loader):
    model.eval()
    total = 0
    with torch.no_grad():
        for x, y in loader:
            total += criterion(model(x), y).item()
    model.train()
    return total
