# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(3, 1)
torch.save(net, "net.pt")
best = torch.load("net.pt", map_location=None)
# output
import torch
from torch import nn

net = nn.Linear(3, 1)
torch.save(net.state_dict(), "net.pt")
best = nn.Linear(3, 1)
best.load_state_dict(torch.load("net.pt", map_location=None))
