import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.zeros(32).long()), batch_size=8)
running = 0.0
for i, (x, y) in enumerate(loader):
    loss = criterion(model(x), y) / 4
    loss.backward()
    running += loss.item() * 4
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
print('{:.4f}'.format(running))
# defect
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.zeros(32).long()), batch_size=8)
running = 0.0
for i, (x, y) in enumerate(loader):
    loss = criterion(model(x), y) / 4
    loss.backward()
    running += loss * 4
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
print('{:.4f}'.format(running))
# findings
14: TFC701 safe
