import torch


class Trainer:
    def __init__(self, net, path):
        self.net = net
        self.states = self.read(path)

    def read(self, path):
        states = torch.load(path)
        return states

    def restore(self):
        self.net.load_state_dict(self.states["net"])
# output
import torch


class Trainer:
    def __init__(self, net, path):
        self.net = net
        self.states = self.read(path)

    def read(self, path):
        states = torch.load(path, map_location="cpu")
        return states

    def restore(self):
        self.net.load_state_dict(self.states["net"])
