import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
for step in range(3):
    net.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    for p in net.parameters():
        p.data.add_(p.grad.data, alpha=-0.1)  #!-
        p.detach().add(p.grad.detach(), alpha=-0.1)  #!+
print('loss %.4f' % loss.data)  #-
print('loss %.4f' % loss.detach())  #+
