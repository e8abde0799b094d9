import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
cell, head = nn.RNNCell(3, 5), nn.Linear(5, 1)
optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.5)
x = torch.randn(6, 2, 3)
for epoch in range(3):
    hidden = torch.zeros(2, 5)
    for step in x:
        hidden = cell(step, hidden)  #!-
        hidden = cell(step, hidden.detach())  #!+
    loss = head(hidden).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('loss %.4f' % loss.data)  #-
print('loss %.4f' % loss.detach())  #+
