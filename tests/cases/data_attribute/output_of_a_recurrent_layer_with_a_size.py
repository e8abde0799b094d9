import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 16)
        self.tags = nn.Linear(16, 4)

    def forward(self, x):
        states, _ = self.rnn(x)
        assert states.size(0) > 0
        return self.tags(states.data)
# output
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 16)
        self.tags = nn.Linear(16, 4)

    def forward(self, x):
        states, _ = self.rnn(x)
        assert states.size(0) > 0
        return self.tags(states.detach())
