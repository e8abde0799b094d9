# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 1))
nn.utils.clip_grad_norm_(net.parameters(), 1.0)
net[0].weight.data[0] = 0.0
net.apply(init)
torch.save(net, "net.pt")
best = torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 1))
nn.utils.clip_grad_norm_(net.parameters(), 1.0)
net[0].weight.data[0] = 0.0
net.apply(init)
torch.save(net.state_dict(), "net.pt")
best = nn.Sequential(nn.Linear(2, 1))
best.load_state_dict(torch.load("net.pt", map_location="cpu"))
