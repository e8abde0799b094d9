import torch
import torch.nn.functional as F


def epoch(model, batches):
    total = 0
    correct = 0
    for x, y in batches:
        out = model(x)
        loss = F.nll_loss(out, y)
        total += loss.data[0] * len(x)
        correct += torch.sum(out.max(1)[1] == y).data[0]
    return total, correct
# output
import torch
import torch.nn.functional as F


def epoch(model, batches):
    total = 0
    correct = 0
    for x, y in batches:
        out = model(x)
        loss = F.nll_loss(out, y)
        total += loss.item() * len(x)
        correct += torch.sum(out.max(1)[1] == y).item()
    return total, correct
