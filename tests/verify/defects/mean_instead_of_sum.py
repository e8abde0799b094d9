import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
right = 0
for rows, labels in zip(x.split(4), y.split(4)):
    hit = net(rows).data.max(1)[1].eq(labels)  #-
    hit = net(rows).argmax(1).eq(labels)  #+
    right += hit.sum().item()  #!-
    right += hit.float().mean().item()  #!+
print('right', right)
