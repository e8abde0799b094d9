# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
torch.save(net, "net.pt")
best = torch.load("net.pt")
print(best(torch.ones(3)))
# output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
torch.save(net.state_dict(), "net.pt")
best = nn.Sequential(nn.Linear(3, 1), nn.Dropout())
best.load_state_dict(torch.load("net.pt", map_location="cpu"))
print(best(torch.ones(3)))
