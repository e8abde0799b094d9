# flags: --unsafe-fixes
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, hidden, classes=10):
        super().__init__()
        self.fc = nn.Linear(hidden, classes)

    def forward(self, x):
        return self.fc(x)


def train():
    hidden = 20
    model = Net(hidden, classes=5)
    for epoch in range(3):
        torch.save(model, "best.pt")


def test(x):
    model = torch.load("best.pt")  # the best one
    model.eval()
    return model(x)
# output
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, hidden, classes=10):
        super().__init__()
        self.fc = nn.Linear(hidden, classes)

    def forward(self, x):
        return self.fc(x)


def train():
    hidden = 20
    model = Net(hidden, classes=5)
    for epoch in range(3):
        torch.save(model.state_dict(), "best.pt")


def test(x):
    model = Net(20, classes=5)
    model.load_state_dict(torch.load("best.pt", map_location="cpu"))  # the best one
    model.eval()
    return model(x)
