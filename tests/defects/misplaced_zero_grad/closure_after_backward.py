import torch
from torch import nn, optim


class Sequence(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(1, 51)
        self.linear = nn.Linear(51, 1)

    def forward(self, x):
        return self.linear(self.lstm(x)[0])


seq = Sequence().double()
criterion = nn.MSELoss()
optimizer = optim.LBFGS(seq.parameters(), lr=0.8)
inputs, targets = torch.rand(10, 1).double(), torch.rand(10, 1).double()

for i in range(15):
    def closure():
        optimizer.zero_grad()
        out = seq(inputs)
        loss = criterion(out, targets)
        loss.backward()
        return loss

    optimizer.step(closure)
# defect
import torch
from torch import nn, optim


class Sequence(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(1, 51)
        self.linear = nn.Linear(51, 1)

    def forward(self, x):
        return self.linear(self.lstm(x)[0])


seq = Sequence().double()
criterion = nn.MSELoss()
optimizer = optim.LBFGS(seq.parameters(), lr=0.8)
inputs, targets = torch.rand(10, 1).double(), torch.rand(10, 1).double()

for i in range(15):
    def closure():
        out = seq(inputs)
        loss = criterion(out, targets)
        loss.backward()
        optimizer.zero_grad()
        return loss

    optimizer.step(closure)
# findings
25: TFC202 unsafe
