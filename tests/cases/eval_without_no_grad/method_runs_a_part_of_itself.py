# flags: --unsafe-fixes
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)

    def forward(self, x):
        return self.encoder(x)

    def code(self, x):
        self.eval()
        return self.encoder(x).detach().numpy()
# output
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)

    def forward(self, x):
        return self.encoder(x)

    def code(self, x):
        self.eval()
        with torch.no_grad():
            return self.encoder(x).detach().numpy()
