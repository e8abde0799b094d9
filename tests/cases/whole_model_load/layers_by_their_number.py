# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
torch.save(net, "net.pt")
again = torch.load("net.pt")
print(again[0].weight)
# output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
torch.save(net.state_dict(), "net.pt")
again = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
again.load_state_dict(torch.load("net.pt", map_location="cpu"))
print(again[0].weight)
