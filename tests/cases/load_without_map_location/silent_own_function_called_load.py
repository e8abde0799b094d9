import torch


def load(path):
    return open(path)


handle = load("weights.pt")
net = torch.nn.Linear(2, 2)
