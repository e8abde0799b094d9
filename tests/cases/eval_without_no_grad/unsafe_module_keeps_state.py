import torch
from torch import nn


class Rnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 4)
        self.hidden = None

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)
        return self.hidden


net = Rnn()
net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
