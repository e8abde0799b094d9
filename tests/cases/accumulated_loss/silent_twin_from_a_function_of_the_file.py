import torch
from torch import nn

model, criterion = nn.Linear(4, 2), nn.CrossEntropyLoss()


def both(out, y):
    loss = criterion(out, y)
    return loss.detach(), loss


total = 0
for x, y in [(torch.ones(3, 4), torch.zeros(3).long())] * 2:
    shown, node = both(model(x), y)
    node.backward()
    total += shown
print("%.3f" % total)
