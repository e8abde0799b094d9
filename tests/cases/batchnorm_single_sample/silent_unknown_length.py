import torch
from torch import nn
from torch.utils.data import DataLoader

from data import train_set

net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loader = DataLoader(train_set, batch_size=64, shuffle=True)
net.train()
for x, y in loader:
    optimizer.zero_grad()
    nn.functional.mse_loss(net(x), y).backward()
    optimizer.step()
