import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


net = Net()
x = torch.ones(1, 4)
losses, scores = [], []
for _ in range(3):
    loss = nn.functional.mse_loss(net(x), torch.ones(1, 2))
    losses.append(loss)
print(np.mean(losses), np.array([loss, loss]), np.sum([net(x).sum() for _ in range(3)]))
