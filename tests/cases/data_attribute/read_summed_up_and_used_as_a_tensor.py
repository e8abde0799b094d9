import torch
from torch import nn

model = nn.Linear(4, 1)
total = 0
for x in torch.ones(2, 3, 4):
    loss = model(x).mean()
    loss.backward()
    total += loss.data
mean = total.cpu().numpy() / 2
# output
import torch
from torch import nn

model = nn.Linear(4, 1)
total = 0
for x in torch.ones(2, 3, 4):
    loss = model(x).mean()
    loss.backward()
    total += loss.detach()
mean = total.cpu().numpy() / 2
