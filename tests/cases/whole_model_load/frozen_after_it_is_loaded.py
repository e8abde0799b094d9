# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net, "net.pt")
net = torch.load("net.pt")
for p in net.parameters():
    p.requires_grad = False
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt", map_location="cpu"))
for p in net.parameters():
    p.requires_grad = False
