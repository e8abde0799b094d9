import torch
from torch import nn
from torch.nn import functional as F


model = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
x, y = torch.randn(8, 4), torch.zeros(8).long()
logits = model(x)
probs = F.softmax(logits, dim=1)
loss = criterion(logits, y)
loss.backward()
