import torch


class Trainer:
    def __init__(self, net, path):
        self.checkpoint = torch.load(path) if path else None
        self.net = net

    def restore(self):
        if self.checkpoint is not None:
            self.net.load_state_dict(self.checkpoint["net"])
# output
import torch


class Trainer:
    def __init__(self, net, path):
        self.checkpoint = torch.load(path, map_location="cpu") if path else None
        self.net = net

    def restore(self):
        if self.checkpoint is not None:
            self.net.load_state_dict(self.checkpoint["net"])
