# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net, "net.pt")
if resume: best = torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
if resume:
    best = nn.Linear(2, 1)
    best.load_state_dict(torch.load("net.pt", map_location="cpu"))
