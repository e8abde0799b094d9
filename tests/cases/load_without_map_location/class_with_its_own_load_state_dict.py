import torch


class Agent:
    def __init__(self, net):
        self.net = net

    def load_state_dict(self, states):
        self.net.load_state_dict(states["net"])

    def load(self, path):
        states = torch.load(path)
        if "net" in states:
            self.load_state_dict(states)
# output
import torch


class Agent:
    def __init__(self, net):
        self.net = net

    def load_state_dict(self, states):
        self.net.load_state_dict(states["net"])

    def load(self, path):
        states = torch.load(path, map_location="cpu")
        if "net" in states:
            self.load_state_dict(states)
