import torch
from torch import nn
from torch.utils.data import DataLoader

from data import test_set, train_set

net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
train = DataLoader(train_set, batch_size=32, shuffle=True, drop_last=True)
test = DataLoader(test_set, batch_size=1)
net.train()
for x, y in train:
    optimizer.zero_grad()
    nn.functional.mse_loss(net(x), y).backward()
    optimizer.step()
net.eval()
with torch.no_grad():
    for x, y in test:
        print((net(x) - y).abs().item())
