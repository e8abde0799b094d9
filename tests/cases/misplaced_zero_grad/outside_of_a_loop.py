# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.ones(2, 3)).mean()
loss.backward()
optimizer.zero_grad()
optimizer.step()
# output
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.ones(2, 3)).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
# findings
8: TFC202 unsafe fixed are thrown away before
