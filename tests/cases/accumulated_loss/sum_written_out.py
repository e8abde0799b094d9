import torch
from torch import nn

net, criterion = nn.Linear(2, 2), nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
for x in torch.ones(3, 2):
    optimizer.zero_grad()
    loss = criterion(net(x), x)
    loss.backward()
    optimizer.step()
    total = total + loss
print("%.3f" % (total / 3))
# output
import torch
from torch import nn

net, criterion = nn.Linear(2, 2), nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
for x in torch.ones(3, 2):
    optimizer.zero_grad()
    loss = criterion(net(x), x)
    loss.backward()
    optimizer.step()
    total = total + loss.detach()
print("%.3f" % (total / 3))
