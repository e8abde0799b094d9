# flags: --unsafe-fixes
import os

import torch
from torch import nn

if os.path.exists("net.pt"):
    net = torch.load("net.pt")
else:
    net = nn.Linear(2, 1)
for epoch in range(3):
    torch.save(net, "net.pt")
# output
import os

import torch
from torch import nn

if os.path.exists("net.pt"):
    net = nn.Linear(2, 1)
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
else:
    net = nn.Linear(2, 1)
for epoch in range(3):
    torch.save(net.state_dict(), "net.pt")
