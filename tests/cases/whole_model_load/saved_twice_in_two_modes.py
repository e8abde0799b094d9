# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
for epoch in range(3):
    net.train()
    net(torch.ones(3))
    net.eval()
    torch.save(net, "net.pt")
best = torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
for epoch in range(3):
    net.train()
    net(torch.ones(3))
    net.eval()
    torch.save(net.state_dict(), "net.pt")
best = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
best.load_state_dict(torch.load("net.pt", map_location="cpu"))
best.eval()
