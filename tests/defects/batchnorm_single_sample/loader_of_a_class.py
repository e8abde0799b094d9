import torch
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, data):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.loader = DataLoader(data, batch_size=16, shuffle=True)

    def epoch(self):
        for x in self.loader:
            self.optimizer.zero_grad()
            self.net(x).mean().backward()
            self.optimizer.step()
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, data):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.loader = DataLoader(data, batch_size=1, shuffle=True)

    def epoch(self):
        for x in self.loader:
            self.optimizer.zero_grad()
            self.net(x).mean().backward()
            self.optimizer.step()
# findings
10: TFC804 report
