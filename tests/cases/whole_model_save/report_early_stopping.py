import torch
from torch import nn


class EarlyStopping:
    def __init__(self, path="checkpoint.pt"):
        self.path = path
        self.best = None

    def __call__(self, loss, model):
        if self.best is None or loss < self.best:
            self.best = loss
            self.save_checkpoint(model)

    def save_checkpoint(self, model):
        torch.save(model, self.path)


def main():
    net = nn.Linear(2, 1)
    stop = EarlyStopping()
    for epoch in range(3):
        stop(0.1, net)
    net = torch.load("checkpoint.pt")
    net.eval()
# findings
16: TFC502 report left nothing in this file shows what it is; if it is one, save its state_dict (line 24 loads it)
