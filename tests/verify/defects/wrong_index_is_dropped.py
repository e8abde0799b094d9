import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
scores = net(x)
best = scores[0].max()  #!-
best = scores.max()  #!+
print('best %.4f' % best.data)  #-
print('best %.4f' % best.item())  #+
