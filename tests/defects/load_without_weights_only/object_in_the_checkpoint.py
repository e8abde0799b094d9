import os

import torch


class Trainer:
    def __init__(self, net, optimizer, folder):
        self.net = net
        self.optimizer = optimizer
        self.path = os.path.join(folder, "trainer.pt")
        self.step = 0

    def train_step(self, x):
        self.optimizer.zero_grad()
        self.net(x).mean().backward()
        self.optimizer.step()
        self.step += 1

    def save(self):
        state = {"step": self.step, "net": self.net.state_dict()}
        state["optimizer"] = self.optimizer.state_dict()
        torch.save(state, self.path)

    def load(self):
        state = torch.load(self.path, map_location="cpu", weights_only=True)
        self.step = state["step"]
# defect
import os

import torch


class Trainer:
    def __init__(self, net, optimizer, folder):
        self.net = net
        self.optimizer = optimizer
        self.path = os.path.join(folder, "trainer.pt")
        self.step = 0
        self.net_class = object()

    def train_step(self, x):
        self.optimizer.zero_grad()
        self.net(x).mean().backward()
        self.optimizer.step()
        self.step += 1

    def save(self):
        state = {"step": self.step, "model": self.net_class, "net": self.net.state_dict()}
        state["optimizer"] = self.optimizer.state_dict()
        torch.save(state, self.path)

    def load(self):
        state = torch.load(self.path, map_location="cpu")
        self.step = state["step"]
# findings
26: TFC504 report
