import torch
from torch import nn
from torch.nn import functional as F


model = nn.Linear(4, 2)
x, y = torch.randn(8, 4), torch.zeros(8).long()
loss = F.cross_entropy(model(x), F.softmax(model(x), dim=1))
loss.backward()
