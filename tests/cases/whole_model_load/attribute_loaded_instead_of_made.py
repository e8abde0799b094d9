# flags: --unsafe-fixes
import os

from torch.optim import Adam
from network import *
import torch


class Train:
    def __init__(self):
        if os.path.exists(".\\net.pkl"):
            self.load_model()
        else:
            self.net = Siren(in_features=5, hidden=50)
        self.optimizer = Adam(self.net.parameters())

    def save_model(self):
        torch.save(self.net, "net.pkl")

    def load_model(self):
        self.net = torch.load(".\\net.pkl")
# output
import os

from torch.optim import Adam
from network import *
import torch


class Train:
    def __init__(self):
        if os.path.exists(".\\net.pkl"):
            self.load_model()
        else:
            self.net = Siren(in_features=5, hidden=50)
        self.optimizer = Adam(self.net.parameters())

    def save_model(self):
        torch.save(self.net.state_dict(), "net.pkl")

    def load_model(self):
        self.net = Siren(in_features=5, hidden=50)
        self.net.load_state_dict(torch.load(".\\net.pkl", map_location="cpu"))
