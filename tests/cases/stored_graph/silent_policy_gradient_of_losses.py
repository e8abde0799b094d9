import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

critic = nn.Linear(4, 1)
value_losses = []
for step in range(5):
    value = critic(torch.randn(4))
    value_losses.append(F.smooth_l1_loss(value, torch.zeros(1)))
loss = torch.stack(value_losses).sum()
loss.backward()
