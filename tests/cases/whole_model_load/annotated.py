# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net, "net.pt")
again: nn.Module = torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
again: nn.Module = nn.Linear(2, 1)
again.load_state_dict(torch.load("net.pt", map_location="cpu"))
