import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = TensorDataset(torch.randn(33, 3), torch.zeros(33, 1))
loader = DataLoader(data, batch_size=8, shuffle=True, drop_last=True)
net.train()
for x, y in loader:
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

net = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = TensorDataset(torch.randn(33, 3), torch.zeros(33, 1))
loader = DataLoader(data, batch_size=8, shuffle=True)
net.train()
for x, y in loader:
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
# findings
8: TFC804 report
