# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(2, 1)
for fold in range(3):
    net = nn.Linear(2, 1)
    torch.save(net, f"fold_{fold}.pt")
nets = []
for fold in range(3):
    net = torch.load(f"fold_{fold}.pt")
    nets.append(net)
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
for fold in range(3):
    net = nn.Linear(2, 1)
    torch.save(net.state_dict(), f"fold_{fold}.pt")
nets = []
for fold in range(3):
    net = nn.Linear(2, 1)
    net.load_state_dict(torch.load(f"fold_{fold}.pt", map_location="cpu"))
    nets.append(net)
