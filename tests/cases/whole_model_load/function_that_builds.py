# flags: --unsafe-fixes
import torch
from torch import nn


def build(width):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU())


net = build(3)
torch.save(net, "net.pt")
best = torch.load("net.pt")
# output
import torch
from torch import nn


def build(width):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU())


net = build(3)
torch.save(net.state_dict(), "net.pt")
best = build(3)
best.load_state_dict(torch.load("net.pt", map_location="cpu"))
