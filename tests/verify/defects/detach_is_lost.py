import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
make, judge = nn.Linear(2, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*make.parameters(), *judge.parameters()], lr=0.1)
for step in range(3):
    noise = torch.randn(8, 2)
    loss = judge(make(noise).detach()).mean() - judge(torch.randn(8, 3)).mean()  #!-
    loss = judge(make(noise)).mean() - judge(torch.randn(8, 3)).mean()  #!+
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('loss %.4f' % loss.data)  #-
print('loss %.4f' % loss.detach())  #+
