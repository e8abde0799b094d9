import torch
from torch import nn

model, criterion = nn.Linear(4, 2), nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def value(out, y):
    return criterion(out, y).item()


total, other, kept = 0, 0, []
for x, y in [(torch.ones(3, 4), torch.zeros(3).long())] * 2:
    optimizer.zero_grad()
    out = model(x)
    loss = criterion(out, y)
    loss.backward()
    optimizer.step()
    loss = criterion(out, y).item()
    total += loss
    other += value(out, y)
    kept += [loss]
print(total, other, kept)
