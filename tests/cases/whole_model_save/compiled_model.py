# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(2, 1)
fast = torch.compile(net)
torch.save(fast, "net.pt")
again = torch.load("net.pt")
again.eval()
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
fast = torch.compile(net)
torch.save(fast._orig_mod.state_dict(), "net.pt")
again = nn.Linear(2, 1)
again.load_state_dict(torch.load("net.pt", map_location="cpu"))
again.eval()
