import torch
from torch import nn


class Agent:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def act(self, x):
        with torch.no_grad():
            return self.model(x)

    def update(self, x):
        self.optimizer.zero_grad()
        self.model(x).sum().backward()
        self.optimizer.step()

    def load(self, path):
        self.model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
