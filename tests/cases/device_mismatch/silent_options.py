import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.cell = nn.LSTMCell(4, 4)

    def forward(self, x):
        return x + torch.ones(4, **self.options)


net = Net()
if torch.cuda.is_available():
    net.cuda()
