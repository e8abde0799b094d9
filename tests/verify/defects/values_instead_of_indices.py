import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
predicted = net(x).data.max(1)[1]  #!-
predicted = net(x).detach().max(1)[0]  #!+
right = (predicted == y).sum().item()
print('right', right)
