# flags: --unsafe-fixes
import torch
from torch import nn


class Trainer:
    def __init__(self, path):
        self.path = path
        self.model = nn.Linear(2, 1)

    def save(self):
        torch.save(self.model, self.path)

    def load(self):
        self.model = torch.load(self.path)
        self.model.eval()
# output
import torch
from torch import nn


class Trainer:
    def __init__(self, path):
        self.path = path
        self.model = nn.Linear(2, 1)

    def save(self):
        torch.save(self.model.state_dict(), self.path)

    def load(self):
        self.model.load_state_dict(torch.load(self.path, map_location="cpu"))
        self.model.eval()
