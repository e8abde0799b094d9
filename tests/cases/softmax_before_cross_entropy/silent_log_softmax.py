import torch
from torch import nn
from torch.nn import functional as F


model = nn.Linear(4, 2)
x, y = torch.randn(8, 4), torch.zeros(8).long()
loss = F.nll_loss(F.log_softmax(model(x), dim=1), y)
loss.backward()
