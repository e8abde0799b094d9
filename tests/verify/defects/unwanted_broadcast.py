import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 4), torch.randn(8, 1)
for step in range(3):
    error = net(x) - y  #!-
    error = net(x) - y[:, 0]  #!+
    loss = error.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('loss %.4f' % loss.data)  #-
print('loss %.4f' % loss.detach())  #+
