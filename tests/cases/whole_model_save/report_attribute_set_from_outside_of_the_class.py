import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)

    def save(self, path):
        torch.save(self.net, path)

    def load(self, path):
        self.net = torch.load(path)


agent = Agent()
agent.net.classes = ["cat", "dog"]
# findings
10: TFC502 report left line 17 sets `agent.net.classes`
