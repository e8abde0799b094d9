import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

policy = nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters())
saved = []
for step in range(5):
    probs = F.softmax(policy(torch.randn(4)), dim=0)
    saved.append(torch.log(probs[0]))
(-torch.stack(saved).sum()).backward()
optimizer.step()
