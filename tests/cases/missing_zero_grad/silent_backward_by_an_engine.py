import torch
from engines import engine
from torch import nn

net = nn.Linear(2, 2)
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for x, y in torch.ones(3, 2, 2):
    loss = criterion(net(x), y)
    engine.backward(loss)
    optimizer.step()
for x, y in torch.ones(3, 2, 2):
    engine.run_backward(criterion(net(x), y))
    engine.backward(criterion(net(x), y))
    optimizer.step()
