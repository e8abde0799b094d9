import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def evaluate(model, batches):
    total = 0
    for x, y in batches:
        total += len(x) * criterion(model(x), y).detach()
    return total[0] / len(batches)


def kept_apart(model, batches, n):
    totals = torch.zeros(n)
    for x, y in batches:
        totals += criterion(model(x), y)
    return totals[0]


def in_a_list(model, batches):
    losses = []
    for x, y in batches:
        losses += [criterion(model(x), y)]
    return losses[0]
# output
import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def evaluate(model, batches):
    total = 0
    for x, y in batches:
        total += len(x) * criterion(model(x), y).detach()
    return total.item() / len(batches)


def kept_apart(model, batches, n):
    totals = torch.zeros(n)
    for x, y in batches:
        totals += criterion(model(x), y)
    return totals[0]


def in_a_list(model, batches):
    losses = []
    for x, y in batches:
        losses += [criterion(model(x), y)]
    return losses[0]
