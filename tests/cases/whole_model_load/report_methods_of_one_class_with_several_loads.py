import torch
from torch import nn


class Agent:
    def __init__(self, size):
        self.net = nn.Linear(size, 1)

    def save(self, path):
        torch.save(self.net, path)

    def load(self, path):
        self.net = torch.load(path)

    def other(self, path):
        model = torch.load(path)
        return model.eval()
# findings
13: TFC503 report left line 16 may load it too
16: TFC503 report left line 10 may save it
