# flags: --unsafe-fixes
import torch


def evaluate(model, loader):
    was_training = model.training
    model.eval()
    try:
        hits = 0
        for x, y in loader:
            hits += (model(x).argmax(1) == y).sum().item()
        return hits
    finally:
        model.train(was_training)
# output
import torch


def evaluate(model, loader):
    was_training = model.training
    model.eval()
    try:
        hits = 0
        with torch.no_grad():
            for x, y in loader:
                hits += (model(x).argmax(1) == y).sum().item()
        return hits
    finally:
        model.train(was_training)
