import torch
from torch import nn


class Rnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 4)
        self.hidden = None

    def forward(self, x):
        def step():
            return self.cell(x, self.hidden)

        self.hidden = step()
        return self.hidden


net = Rnn()
net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
