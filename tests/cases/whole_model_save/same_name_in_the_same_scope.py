# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(3, 1)
p = "net.pt"
torch.save(net, p)
net = torch.load(p)
# output
import torch
from torch import nn

net = nn.Linear(3, 1)
p = "net.pt"
torch.save(net.state_dict(), p)
net.load_state_dict(torch.load(p, map_location="cpu"))
