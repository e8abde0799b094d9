import torch
from torch import nn


def build(width):
    net = nn.Sequential(nn.Linear(width, width), nn.ReLU())
    net.load_state_dict(torch.load("start.pt"))
    return net


net = build(3)
torch.save(net, "net.pt")
best = torch.load("net.pt")
# findings
13: TFC503 report left `build` does more than to build it
