# flags: --unsafe-fixes
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)

    def encode(self, x):
        return self.encoder(x)

    def nearest(self, x, table):
        self.eval()
        code = self.encode(x)
        return (table - code).norm(dim=1).argmin().item()
# output
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 2)

    def encode(self, x):
        return self.encoder(x)

    def nearest(self, x, table):
        self.eval()
        with torch.no_grad():
            code = self.encode(x)
            return (table - code).norm(dim=1).argmin().item()
