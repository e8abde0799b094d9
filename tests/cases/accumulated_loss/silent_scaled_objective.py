import torch
from torch import nn

model, criterion = nn.Linear(4, 2), nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
optimizer.zero_grad()
for x, y in [(torch.ones(3, 4), torch.zeros(3).long())] * 2:
    loss = criterion(model(x), y)
    total += loss * x.size(0)
total.backward()
optimizer.step()
