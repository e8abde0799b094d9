# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(3, 1)
torch.save(net, "net.pt")
final = net
net = torch.load("net.pt")
print(net.weight - final.weight)
# output
import torch
from torch import nn

net = nn.Linear(3, 1)
torch.save(net.state_dict(), "net.pt")
final = net
net = nn.Linear(3, 1)
net.load_state_dict(torch.load("net.pt", map_location="cpu"))
print(net.weight - final.weight)
