import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Sequential(nn.Linear(8, 4), nn.Softmax(dim=1))

    def forward(self, x):
        return self.head(x)


class Trainer:
    def __init__(self):
        self.model = Net()
        self.criterion = nn.CrossEntropyLoss()

    def loss(self, x, y):
        return self.criterion(self.model.head(x), y)


model = Net()
criterion = nn.CrossEntropyLoss()
out = model.head(torch.rand(2, 8))
loss = criterion(out, torch.tensor([0, 1]))
# findings
20: TFC803 report left is a probability already
26: TFC803 report left is a probability already
